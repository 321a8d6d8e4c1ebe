import { expect, test } from 'vitest'
import { deleteAccount } from '../../shared/contract/account.ts'
import { submitTicket } from '../../shared/contract/chat.ts'
import { callOk } from '../../test/kit/call.ts'
import { given, type Person } from '../../test/kit/given.ts'
import { stored } from '../../test/kit/stored.ts'
import { keys } from '../platform/table/keys.ts'
import { isPartitionKind, shownOf } from './partition.ts'

const partitionOf = ({ userId }: Person) => stored(keys.profile(userId).pk)

/** A person with everything that a partition can hold. */
const somebodyWithEverything = async (): Promise<Person> => {
  const as = await given.cancellingMember()
  const body = { topic: 'Deposit', country: 'wales', message: 'When is it to be paid back?' }
  await callOk(submitTicket, { as, body })
  return as
}

test('every kind of item in a partition has been decided on', async () => {
  const people = [await somebodyWithEverything(), await given.passHolder(), await given.pastDueMember()]
  for (const items of await Promise.all(people.map(partitionOf)))
    for (const { entity, sk } of items)
      expect(isPartitionKind(entity), `${String(entity)} at ${String(sk)}: named in partition.ts`).toBe(true)
})

test('every key of a partition belongs to a kind that has been decided on', () => {
  const decided = /^(access#(profile|subscriber|subscription|pass#)|change#|ticket#|checkout)/
  for (const [name, make] of Object.entries(keys)) {
    const made: unknown = Reflect.apply(make, keys, ['somebody', 'x', 'y'])
    if (typeof made !== 'object' || made === null || !('pk' in made) || !('sk' in made)) continue
    if (String(made.pk) === 'user#somebody')
      expect(String(made.sk), `the key ${name}: decide on its kind in partition.ts`).toMatch(decided)
  }
})

test('nothing of how items are kept is shown', async () => {
  for (const item of await partitionOf(await somebodyWithEverything())) {
    if (!isPartitionKind(item['entity'])) continue
    const shown = Object.keys(shownOf(item['entity'], item))
    expect(
      shown.filter((field) =>
        /^(pk|sk|gsi|entity|stripe_|version|blocks|expires|tokens_|signed_)/.test(field),
      ),
    ).toEqual([])
  }
})

test('all of it goes with the account', async () => {
  const as = await somebodyWithEverything()
  await callOk(deleteAccount, { as })
  expect(await partitionOf(as)).toMatchObject([{ entity: 'tombstone' }])
})
