import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given, type Person } from '#test/kit/given.ts'
import { stored } from '#test/kit/stored.ts'
import { keys } from '#platform/table/keys.ts'
import { exportedFieldsOf, isPartitionKind } from './partition.ts'

const partitionOf = ({ userId }: Person) => stored(keys.profile(userId).pk)

/** Creates an account with an item of nearly every kind. */
const accountWithEverything = async (): Promise<Person> => {
  const as = await given.cancellingMember()
  const body = { topic: 'Deposit', country: 'wales', message: 'When is it to be paid back?' }
  await callOk(submitTicket, { as, body })
  return as
}

describe('account partition', () => {
  test('lists every kind of stored item in partitionKinds', async () => {
    const accounts = [await accountWithEverything(), await given.passHolder(), await given.pastDueMember()]
    const items = (await Promise.all(accounts.map(partitionOf))).flat()
    const missing = items.map(({ entity }) => entity).filter((entity) => !isPartitionKind(entity))
    expect(missing, 'add these kinds to partition.ts').toEqual([])
  })

  test('lists every key pattern of the partition in partitionKinds', () => {
    const listed =
      /^(access#(profile|subscriber|subscription|pass#|step-up#)|change#|ticket#|audit#|checkout|passkey#|second-factor|library-emails)/
    // A string that is also a valid audit subject, so that it fits every key function.
    const somebody = Object.assign('somebody', { kind: 'user', id: 'somebody' })
    const missing = Object.entries(keys).filter(([, make]) => {
      const made: unknown = Reflect.apply(make, keys, [somebody, 'x', 'y'])
      if (typeof made !== 'object' || made === null || !('pk' in made) || !('sk' in made)) return false
      return made.pk === 'user#somebody' && !listed.test(String(made.sk))
    })
    expect(
      missing.map(([name]) => name),
      'add the kinds of these keys to partition.ts',
    ).toEqual([])
  })

  test('exports no internal fields', async () => {
    const exported = (await partitionOf(await accountWithEverything())).flatMap((item) =>
      isPartitionKind(item['entity']) ? Object.keys(exportedFieldsOf(item['entity'], item)) : [],
    )
    const internal = /^(pk|sk|gsi|entity|stripe_|version|purchases|expires|tokens_|signed_)/
    expect(exported.filter((field) => internal.test(field))).toEqual([])
  })

  test('is deleted with the account, apart from the tombstone', async () => {
    const as = await accountWithEverything()
    await callOk(deleteAccount, { as })
    expect(await partitionOf(as)).toMatchObject([{ entity: 'tombstone' }])
  })
})
