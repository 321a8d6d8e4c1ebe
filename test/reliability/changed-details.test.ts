import { describe, expect, test } from 'vitest'
import { updateProfile } from '#shared/contract/profile-changes.ts'
import { findAccount } from '#platform/account/account.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import type { Table } from '#platform/table/table.ts'
import { deleteAccount } from '#services/account/delete-account.ts'
import type { StripeCustomers } from '#services/account/stripe-customers.ts'
import { handle as handleUpdate } from '#services/identity/update-profile/handler.ts'
import { profileRepository } from '#services/identity/profile.repository.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'

const now = new Date('2026-03-02T11:00:00.000Z')
const details = {
  fullName: 'Nadia Overlapping',
  companyName: 'Quayside Lettings (sample)',
  streetAddress: '7 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 2ZZ',
  numberOfEmployees: 5,
  userType: 'landlord',
}

const changeDetails = (table: Table, caller: Caller) =>
  callInMemory(
    updateProfile,
    handleUpdate,
    { caller, body: details, now },
    { profiles: profileRepository(table) },
  )

/** Deletes an account whose details are changed during this call of Stripe. */
const deleteDuring = async (call: keyof StripeCustomers) => {
  const { table, database, account } = inMemory({ now })
  const { deps, stripe } = accountDeletionInMemory(table)
  const caller = await account({ plan: 'monthly', stripeCustomerId: 'cus_1' })
  const found = await findAccount(table, caller.userId)
  if (found === undefined) throw new Error('no account')
  const replies: unknown[] = []
  const stripeCustomers: StripeCustomers = {
    find: stripe.find,
    delete: stripe.delete,
    isAnyDeleted: stripe.isAnyDeleted,
    listCreatedSince: stripe.listCreatedSince,
    [call]: async (...args: never) => {
      replies.push(await changeDetails(table, caller))
      const original: (...args: never) => Promise<unknown> = stripe[call]
      return original(...args)
    },
  }
  expect(await deleteAccount(found, { ...deps, stripeCustomers }, now)).toEqual({ success: true })
  // The confirmation is deleted as soon as it is sent.
  const left = database.all().filter(({ entity }) => entity?.['S'] !== 'email')
  return { replies, left: JSON.stringify(left), entities: left.map(({ entity }) => entity?.['S']), caller }
}

describe('a change of details while the account is being deleted', () => {
  test.each(['find', 'delete'] as const)('is deleted with the account, even during: %s', async (call) => {
    const { replies, left, entities, caller } = await deleteDuring(call)
    expect(replies).toMatchObject([{ status: 200 }])
    expect(entities).not.toContain('account_search')
    expect(left.toLowerCase()).not.toContain('overlapping')
    expect(left).not.toContain(caller.profile.email)
    expect(entities).toContain('tombstone')
  })

  test('is accepted after a deletion that stopped halfway', async () => {
    const { table, account } = inMemory({ now })
    const { deps, stripe, finishDeletions } = accountDeletionInMemory(table)
    const caller = await account({ plan: 'monthly', stripeCustomerId: 'cus_1' })
    stripe.failing = new Set(['delete', 'isAnyDeleted'])
    await expect(deleteAccount(caller, deps, now)).rejects.toThrow('payment')
    stripe.failing = new Set()
    expect(await changeDetails(table, caller)).toMatchObject({ status: 200, body: { city: 'Sampleton' } })
    expect(await finishDeletions(new Date(now.getTime() + 3600_000))).toMatchObject({ abandoned: 1 })
    expect((await findAccount(table, caller.userId))?.profile).toMatchObject({
      full_name: 'Nadia Overlapping',
    })
  })
})
