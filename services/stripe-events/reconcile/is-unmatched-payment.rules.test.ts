import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { type AccountFacts, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { anInvoice, aSubscription, inDays, now } from '#test/kit/in-memory/subscriber.ts'
import { isUnmatchedPayment } from './is-unmatched-payment.ts'

const ended = aSubscription({ status: 'canceled', endedEpochSeconds: inDays(-5) })

interface Facts {
  /** Absent for a customer whose account was deleted. */
  readonly account?: AccountFacts
  /** The late payment that our record names. */
  readonly lateInvoice?: string
  readonly invoice?: Partial<SubscriptionInvoice>
  readonly reversal?: ReversalReason
}

/** Checks the payment of `in_1`, which was made two days ago, three days after the end of its subscription. */
const isUnmatched = async ({ account, lateInvoice, invoice: changes, reversal }: Facts) => {
  const { table, account: create } = inMemory({ now })
  const caller = account && (await create({ stripeCustomerId: 'cus_1', ...account }))
  if (caller?.subscription)
    await table.transact(
      put(keys.subscription(caller.userId), { ...caller.subscription, late_invoice_id: lateInvoice ?? null }),
    )
  const customers = {
    ...customerRepository(table),
    findUserId: async () => caller?.userId,
  }
  const invoice = anInvoice({
    status: 'paid',
    subscription: ended,
    paidAtEpochSeconds: inDays(-2),
    amountPaidMinor: 5000,
    ...changes,
  })
  const stripe = {
    ...stripeGateway,
    findInvoice: async () => invoice,
    findPayment: async (intentId: string) => ({ intentId, customerId: 'cus_1', reversal, amountMinor: 5000 }),
  }
  const closed = { id: 'in_1', customerId: 'cus_1', subscriptionId: 'sub_1' }
  return isUnmatchedPayment(closed, { stripe, customers }, now)
}

const member = { plan: 'monthly' } as const
const paid: Facts = { invoice: { paymentIntentId: 'pi_1' } }

/** Changes of the invoice: it was paid this many seconds before the end of its subscription. */
const before = (seconds: number) => ({ paidAtEpochSeconds: inDays(-5) - seconds })

describe('the payment of an ended subscription', () => {
  test.each<[string, Facts, boolean]>([
    ['is matched by the access that it bought', { account: member, lateInvoice: 'in_1' }, false],
    [
      'is matched by the access that followed that of another payment',
      { account: member, lateInvoice: 'in_2', invoice: { gaveAccess: true } },
      false,
    ],
    ['is unmatched when only an earlier one bought access', { account: member, lateInvoice: 'in_0' }, true],
    ['is unmatched for a member without a late payment', { account: member }, true],
    ['is unmatched when the account has no access', { account: {} }, true],
    ['is unmatched when the account is deleted', {}, true],
    [
      'is matched when it gave access until the account was deleted',
      { invoice: { gaveAccess: true } },
      false,
    ],
    [
      'is unmatched when the account has no access any more, although it gave some',
      { account: {}, invoice: { gaveAccess: true } },
      true,
    ],
    [
      'is matched when it gave access to a former customer of the account',
      { account: { stripeCustomerId: 'cus_other' }, invoice: { gaveAccess: true } },
      false,
    ],
    ['is matched once it is refunded', { ...paid, reversal: 'refunded' }, false],
    ['is unmatched while nothing was refunded', paid, true],
    ['is matched if it was free', { invoice: { amountPaidMinor: 0 } }, false],
    ['is matched if the invoice is void', { invoice: { status: 'void' } }, false],
    ['is matched by an hour of the subscription', { account: {}, invoice: before(3600) }, false],
    ['is unmatched after less than an hour', { account: {}, invoice: before(3599) }, true],
    ['is matched by any access of a deleted account', { invoice: before(1) }, false],
    ['is unmatched when a deleted account paid as it ended', { invoice: before(0) }, true],
    ['is matched once it is settled', { account: member, invoice: { isSettled: true } }, false],
  ])('%s', async (_title, facts, expected) => {
    expect(await isUnmatched(facts)).toBe(expected)
  })
})
