import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { findAccount } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import { visitorRepository } from '#services/chat/public.ts'
import { contactRepository } from '#services/contact/public.ts'
import { apiError } from '#test/kit/api-error.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { repeatDeletion } from '../delete-account.ts'
import { handle } from './handler.ts'

const now = new Date('2026-03-02T11:00:00.000Z')
const deleted = { status: 200, body: { success: true } }

const anAccount = async () => {
  const identity = identityInMemory()
  const { deps, stripe, forgottenVisitors } = accountDeletionInMemory(identity.table, identity.pool)
  const caller = await identity.world.account({ plan: 'annual', stripeCustomerId: 'cus_1' })
  const { userId, signedInAtSeconds } = caller
  const { email } = caller.profile
  return {
    identity,
    deps,
    stripe,
    forgottenVisitors,
    userId,
    signedInAtSeconds,
    email,
    delete: (body = {}, at = now) => callInMemory(deleteAccount, handle, { caller, body, now: at }, deps),
    account: () => findAccount(identity.table, userId),
    confirmations: async () =>
      (await identity.emailsTo(email)).filter(({ template }) => template === 'account-deleted'),
  }
}

describe('delete-account', () => {
  test('requires a sign-in within the last hour', async () => {
    const account = await anAccount()
    const secondsLater = (seconds: number) => new Date((account.signedInAtSeconds + seconds) * 1000)
    expect(await account.delete({}, secondsLater(3601))).toEqual(
      apiError('recent_sign_in_needed', 'Please sign in again to delete your account.'),
    )
    expect((await account.account())?.subscriber).toMatchObject({ subscribed: true })
    expect(account.stripe.deleted).toEqual(new Set())
    expect(await account.confirmations()).toEqual([])
    expect(await account.delete({}, secondsLater(3600))).toEqual(deleted)
  })

  test('deletes contact messages and emails of the address', async () => {
    const account = await anAccount()
    const { email } = account
    const message = { name: 'Robin', email, subject: 'A question', message: 'How does this work, please?' }
    await contactRepository(account.identity.table).receive(message, now)
    expect(await account.delete()).toEqual(deleted)
    expect(await account.identity.emailsTo(email)).toMatchObject([{ template: 'account-deleted' }])
    expect(await contactRepository(account.identity.table).listFrom(email)).toEqual([])
  })

  test("deletes the account's chat visitor", async () => {
    const account = await anAccount()
    const visitors = visitorRepository(account.identity.table)
    await visitors.record('visitor', { userId: account.userId }, now)
    expect(await visitors.find('visitor', now)).toBeDefined()
    await account.delete()
    expect(await visitors.find('visitor', now)).toBeUndefined()
  })

  test('deletes the visitor at the chat provider, later if the provider is not available', async () => {
    const account = await anAccount()
    const { deps, userId, forgottenVisitors } = account
    forgottenVisitors.failOnce = true
    expect(await account.delete()).toEqual(deleted)
    expect(forgottenVisitors.ids).toEqual([])
    expect(await deps.deletions.find(userId)).toBeDefined()
    expect(await repeatDeletion(userId, deps)).toEqual({ success: true })
    expect(forgottenVisitors.ids).toEqual([userId])
    expect(await deps.deletions.find(userId)).toBeUndefined()
  })

  test('returns the same response to repeated and concurrent requests and sends one email', async () => {
    const account = await anAccount()
    forceOverlap(account.identity.table, 5)
    const replies = await Promise.all(Array.from({ length: 5 }, () => account.delete()))
    for (const reply of [...replies, await account.delete()]) expect(reply).toEqual(deleted)
    expect(await account.confirmations()).toHaveLength(1)
  })

  test('allows the same address to open a new, unrelated account', async () => {
    const account = await anAccount()
    await account.delete()
    const again = await account.identity.openAccount({ email: account.email })
    expect(again.userId).not.toBe(account.userId)
    expect(await findAccount(account.identity.table, again.userId)).toMatchObject({
      profile: expect.not.objectContaining({ stripe_customer_id: 'cus_1' }) as object,
      subscriber: undefined,
      subscription: undefined,
    })
  })

  test.each(['find', 'delete'] as const)(
    'changes nothing and returns an error if Stripe fails at %s',
    async (call) => {
      const account = await anAccount()
      account.stripe.failing = new Set([call])
      expect(await account.delete()).toMatchObject(apiError('payment_provider_error'))
      expect((await account.account())?.subscriber).toMatchObject({ subscribed: true })
      expect(await account.confirmations()).toEqual([])
      expect(await account.deps.deletions.find(account.userId)).toBeUndefined()
    },
  )

  test('deletes the account and frees its address even if the user pool fails', async () => {
    const account = await anAccount()
    const { identity, email, userId } = account
    identity.pool.failOnce('delete')
    expect(await account.delete()).toEqual(deleted)
    expect(await identity.table.list(keys.profile(userId).pk, keys.profile(userId).sk)).toMatchObject([
      { entity: 'tombstone' },
    ])
    const again = await identity.openAccount({ email })
    expect(await repeatDeletion(userId, account.deps)).toEqual({ success: true })
    expect(await account.deps.deletions.find(userId)).toBeUndefined()
    expect(await identity.profileOf(again.userId)).toMatchObject({ email })
  })

  test('ignores user ids and addresses in the body', async () => {
    const account = await anAccount()
    const other = await account.identity.world.account()
    await account.delete({ user_id: other.userId, email: other.profile.email })
    expect(await account.account()).toBeUndefined()
    expect(await findAccount(account.identity.table, other.userId)).toBeDefined()
  })
})
