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
  const items = (await Promise.all(people.map(partitionOf))).flat()
  const undecided = items.map(({ entity }) => entity).filter((entity) => !isPartitionKind(entity))
  expect(undecided, 'decide on them in partition.ts').toEqual([])
})

test('every key of a partition belongs to a kind that has been decided on', () => {
  const decided = /^(access#(profile|subscriber|subscription|pass#)|change#|ticket#|audit#|checkout)/
  // A text that also passes for the subject of an act.
  const somebody = Object.assign('somebody', { kind: 'user', id: 'somebody' })
  const undecided = Object.entries(keys).filter(([, make]) => {
    const made: unknown = Reflect.apply(make, keys, [somebody, 'x', 'y'])
    if (typeof made !== 'object' || made === null || !('pk' in made) || !('sk' in made)) return false
    return made.pk === 'user#somebody' && !decided.test(String(made.sk))
  })
  expect(
    undecided.map(([name]) => name),
    'decide on their kinds in partition.ts',
  ).toEqual([])
})

test('nothing of how items are kept is shown', async () => {
  const shown = (await partitionOf(await somebodyWithEverything())).flatMap((item) =>
    isPartitionKind(item['entity']) ? Object.keys(shownOf(item['entity'], item)) : [],
  )
  const internal = /^(pk|sk|gsi|entity|stripe_|version|blocks|expires|tokens_|signed_)/
  expect(shown.filter((field) => internal.test(field))).toEqual([])
})

test('all of it goes with the account', async () => {
  const as = await somebodyWithEverything()
  await callOk(deleteAccount, { as })
  expect(await partitionOf(as)).toMatchObject([{ entity: 'tombstone' }])
})
