import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { entitlementOf, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { findAccount } from '#platform/account/account.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aSubscription, inDays, now } from '#test/kit/in-memory/subscriber.ts'
import { unconfirmedInvoices } from './unconfirmed-invoices.ts'

interface Facts {
  readonly subscription: ProviderSubscription
  readonly isWelcome?: boolean
  /** Our record of a subscription, if there is one. */
  readonly record?: { readonly id: string; readonly status: string; readonly welcomed?: string }
}

const find = async ({ subscription, isWelcome = false, record }: Facts) => {
  const { table, account: create } = inMemory({ now })
  const caller = await create({ stripeCustomerId: 'cus_1', plan: 'monthly' })
  const { userId, subscription: member } = caller
  const { id, status, welcomed = null } = record ?? { id: 'sub_0', status: 'canceled' }
  await table.transact(
    put(keys.subscription(userId), { ...member, stripe_subscription_id: id, status, welcomed }),
  )
  const account = await findAccount(table, userId)
  if (account === undefined) throw new Error('The account is not stored')
  const entitlement = entitlementOf([subscription], now)
  const facts = { account, entitlement, isWelcome, subscriptions: [subscription] }
  return unconfirmedInvoices({ ...facts, listInvoices: async () => [] })
}

const running = aSubscription({ latestInvoiceId: 'in_1' })
const ended = { ...running, status: 'canceled', endedEpochSeconds: inDays(-1) }

describe('the invoices to confirm before a subscription is recorded', () => {
  test('are its invoice when it gives access for the first time', async () => {
    expect(await find({ subscription: running, isWelcome: true })).toEqual(['in_1'])
  })

  test.each<[string, Facts]>([
    ['has ended', { subscription: ended }],
    ['is unpaid', { subscription: { ...running, status: 'past_due' } }],
    [
      'has ended, and was recorded as incomplete',
      { subscription: ended, record: { id: 'sub_1', status: 'incomplete' } },
    ],
  ])('are its invoice when its first record says that it %s', async (_what, facts) => {
    expect(await find(facts)).toEqual(['in_1'])
  })

  test.each<[string, Facts]>([
    ['gives access without a welcome', { subscription: running }],
    ['is recorded already', { subscription: ended, record: { id: 'sub_1', status: 'canceled' } }],
    [
      'was welcomed before',
      { subscription: ended, record: { id: 'sub_1', status: 'active', welcomed: 'sub_1' } },
    ],
  ])('returns none when it %s', async (_what, facts) => {
    expect(await find(facts)).toEqual([])
  })
})
