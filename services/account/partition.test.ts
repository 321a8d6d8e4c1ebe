import { describe, expect, test } from 'vitest'
import { deleteAccount, exportAccountData } from '#shared/contract/account.ts'
import { setLibraryEmails } from '#shared/contract/library-emails.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given, type TestAccount } from '#test/kit/given.ts'
import { stored } from '#test/kit/stored.ts'
import { keys } from '#platform/table/keys.ts'
import { exportedFieldsOf, isPartitionKind } from './partition.ts'
import { unlistedFieldsOf } from './unlisted-fields.ts'

const partitionOf = ({ userId }: TestAccount) => stored(keys.profile(userId).pk)

/** Creates an account with an item of nearly every kind. */
const accountWithEverything = async (): Promise<TestAccount> => {
  const as = await given.cancellingMember()
  const body = { topic: 'Deposit', country: 'wales', message: 'When is it to be paid back?' }
  await callOk(submitTicket, { as, body })
  for (const on of [true, false]) await callOk(setLibraryEmails, { as, body: { on } })
  return as
}

describe('account partition', () => {
  test('lists every kind of stored item in partitionKinds', async () => {
    const accounts = [await accountWithEverything(), await given.passHolder(), await given.pastDueMember()]
    const items = (await Promise.all(accounts.map(partitionOf))).flat()
    const missing = items.map(({ entity }) => entity).filter((entity) => !isPartitionKind(entity))
    expect(missing, 'add these kinds to partition.ts').toEqual([])
    expect(items.flatMap(unlistedFieldsOf), 'add these fields to partition.ts').toEqual([])
  })

  test('exports no internal fields', async () => {
    const exported = (await partitionOf(await accountWithEverything())).flatMap((item) =>
      isPartitionKind(item['entity']) ? Object.keys(exportedFieldsOf(item['entity'], item)) : [],
    )
    const internal = /^(pk|sk|gsi|entity|stripe_|version|expires|tokens_|signed_)/
    expect(exported.filter((field) => internal.test(field))).toEqual([])
  })

  test('exports whether the monthly email is on', async () => {
    const as = await given.user()
    const exported = async () => (await callOk(exportAccountData, { as })).library_emails
    expect(await exported()).toEqual([])
    const since = expect.any(String) as string
    await callOk(setLibraryEmails, { as, body: { on: true } })
    expect(await exported()).toEqual([{ since }])
    await callOk(setLibraryEmails, { as, body: { on: false } })
    expect(await exported()).toEqual([{ since, switched_off_at: expect.any(String) as string }])
  })

  test('is deleted with the account, apart from the tombstone', async () => {
    const as = await accountWithEverything()
    await callOk(deleteAccount, { as })
    expect(await partitionOf(as)).toMatchObject([{ entity: 'tombstone' }])
  })
})
