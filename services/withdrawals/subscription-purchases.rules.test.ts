import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { anInvoice, aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { findSubscriptionPurchases } from './subscription-purchases.ts'

const noRefunds = { withdrawnMinor: 0, ownMinor: 0, otherMinor: 0 }

interface Facts {
  readonly changes?: Partial<ProviderSubscription>
  /** The state of the payment at Stripe. */
  readonly reversal?: ReversalReason
  readonly invoice?: Partial<SubscriptionInvoice>
}

/** Finds the purchases of a buyer who paid £50.00 for a month six days ago, and the payments that are read. */
const find = async ({ changes, reversal, invoice }: Facts) => {
  const subscription = aSubscription({
    createdEpochSeconds: inDays(-6),
    periodEndEpochSeconds: inDays(24),
    ...changes,
  })
  const paid = anInvoice({
    subscription,
    status: 'paid',
    amountPaidMinor: 5000,
    paymentIntentId: 'pi_1',
    ...invoice,
  })
  const payments: string[] = []
  const { deps, caller } = await subscriberInMemory({
    subscriptions: [subscription],
    invoices: [paid],
    stripe: {
      findWithdrawalRefunds: async () => noRefunds,
      findPayment: async (intentId) => {
        payments.push(intentId)
        return { intentId, customerId: 'cus_1', reversal, amountMinor: 5000 }
      },
    },
  })
  return { purchases: await findSubscriptionPurchases(caller, deps, now), payments }
}

const ended = { status: 'canceled', endedEpochSeconds: inDays(-2) }

describe('the purchase of a subscription', () => {
  test.each<[string, Partial<SubscriptionInvoice>]>([
    ['all of it', { creditMinor: 5000, amountPaidMinor: 0, paymentIntentId: null }],
    ['a part of it', { creditMinor: 3000, amountPaidMinor: 2000 }],
  ])('cannot be withdrawn from here if %s was paid from credit', async (_what, invoice) => {
    const { purchases } = await find({ invoice })
    expect(purchases).toMatchObject([{ id: 'sub_1', obstacle: 'credit', view: { lastDay: '2027-03-09' } }])
  })

  test('is disputed first, if a part of it was paid from credit', async () => {
    const invoice = { creditMinor: 3000, amountPaidMinor: 2000 }
    expect((await find({ invoice, changes: { isPaused: true } })).purchases).toMatchObject([
      { obstacle: 'disputed' },
    ])
  })

  test.each<Partial<SubscriptionInvoice>>([
    { creditMinor: 5000, status: 'open' },
    { creditMinor: 0, amountPaidMinor: 0 },
  ])('is not found if it is unpaid or free: %j', async (invoice) => {
    expect((await find({ invoice })).purchases).toEqual([])
  })

  test('is not found once staff have ended it and marked it as settled', async () => {
    const isSettledByStaff = true
    expect((await find({ changes: { ...ended, isSettledByStaff } })).purchases).toEqual([])
    expect((await find({ changes: { ...ended, isSettledByStaff: false } })).purchases).toHaveLength(1)
    expect((await find({ changes: { isSettledByStaff } })).purchases).toHaveLength(1)
  })

  test('is used until now while it runs, and its payment is not read', async () => {
    const { purchases, payments } = await find({})
    expect(purchases).toMatchObject([
      { endsRenewals: true, obstacle: undefined, view: { hasEnded: false, used: { count: 6, of: 30 } } },
    ])
    expect(payments).toEqual([])
  })

  test.each<Partial<ProviderSubscription>>([
    { cancelAtPeriodEnd: true },
    { cancelAtEpochSeconds: inDays(24) },
    { reversal: { reason: 'refunded', amountMinor: 5000 } },
  ])('ends no renewals if it would not renew: %j', async (changes) => {
    expect((await find({ changes })).purchases).toMatchObject([{ endsRenewals: false }])
  })

  test('ends renewals if it is cancelled for a day after its next renewal', async () => {
    const changes = { cancelAtEpochSeconds: inDays(25) }
    expect((await find({ changes })).purchases).toMatchObject([{ endsRenewals: true }])
  })

  test('is used until staff have ended it', async () => {
    const { purchases } = await find({ changes: ended })
    expect(purchases).toMatchObject([
      { endsRenewals: false, obstacle: undefined, view: { hasEnded: true, used: { count: 4, of: 30 } } },
    ])
  })

  test.each(['disputed', 'dispute_lost'] as const)(
    'is in dispute if its payment was disputed after its end: %s',
    async (reversal) => {
      expect((await find({ changes: ended, reversal })).purchases).toMatchObject([{ obstacle: reversal }])
    },
  )

  test.each<[string, Partial<ProviderSubscription>]>([
    ['a refund has ended it', { ...ended, reversal: { reason: 'refunded', amountMinor: 5000 } }],
    ['its charge is unpaid', { status: 'past_due' }],
  ])('is not found if %s', async (_when, changes) => {
    expect((await find({ changes })).purchases).toEqual([])
  })
})

describe('the latest subscription of an account', () => {
  /** Finds the purchases if Stripe lists these subscriptions of the customer, or if the account has no customer. */
  const findWelcomed = async (listed: readonly string[] | undefined) => {
    const bought = (id: string) => aSubscription({ id, createdEpochSeconds: inDays(-6) })
    const paid = { status: 'paid', amountPaidMinor: 5000, paymentIntentId: 'pi_1' }
    const found: string[] = []
    const { deps, caller, requests } = await subscriberInMemory({
      account: { plan: 'monthly' },
      subscriptions: (listed ?? []).map(bought),
      stripe: {
        findWithdrawalRefunds: async () => noRefunds,
        findSubscription: async (id) => {
          found.push(id)
          return { ...bought(id), ...ended }
        },
        listInvoicesOf: async (id) => [anInvoice({ subscription: bought(id), ...paid })],
      },
    })
    if (listed === undefined) await customerRepository(deps.table).unlink(caller.userId, 'cus_1')
    const { stripe_customer_id: customer, ...profile } = caller.profile
    const account = {
      ...caller,
      profile: listed === undefined ? profile : { ...profile, stripe_customer_id: customer },
      subscription: caller.subscription && { ...caller.subscription, welcomed: 'sub_1' },
    }
    const purchases = await findSubscriptionPurchases(account, deps, now)
    await purchases.at(-1)?.endAccess()
    return { ids: purchases.map(({ id }) => id), found, lists: requests }
  }

  test('is not read again if Stripe lists it', async () => {
    const { ids, found, lists } = await findWelcomed(['sub_2', 'sub_1'])
    expect({ ids, found }).toEqual({ ids: ['sub_2', 'sub_1'], found: [] })
    // One for the list of purchases, and one for the sync at the end of the access.
    expect(lists.filter((one) => one === 'list cus_1').length).toBeGreaterThan(1)
  })

  test.each<[string, readonly string[] | undefined, readonly string[]]>([
    ['a new customer has replaced its customer', ['sub_2'], ['sub_2', 'sub_1']],
    ['its customer is deleted', [], ['sub_1']],
  ])('is read by its id if %s', async (_why, listed, ids) => {
    expect(await findWelcomed(listed)).toMatchObject({ ids, found: ['sub_1'] })
  })

  test('is read without a list, and needs no sync, if the account has no customer any more', async () => {
    expect(await findWelcomed(undefined)).toEqual({ ids: ['sub_1'], found: ['sub_1'], lists: [] })
  })
})
