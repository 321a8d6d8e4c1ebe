import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { anInvoice, aSubscription, inDays } from './subscriber.ts'

/** A subscription that ended five days ago. */
export const ended = aSubscription({ id: 'sub_ended', status: 'canceled', endedEpochSeconds: inDays(-5) })

/** An invoice that was paid two days ago, three days after its monthly subscription had ended. */
export const aLatePayment = (changes: Partial<SubscriptionInvoice> = {}) =>
  anInvoice({
    status: 'paid',
    subscription: ended,
    paidAtEpochSeconds: inDays(-2),
    amountPaidMinor: 5000,
    paymentIntentId: 'pi_1',
    period: {
      start: Date.parse('2027-02-01T00:00:00Z') / 1000,
      end: Date.parse('2027-03-01T00:00:00Z') / 1000,
    },
    ...changes,
  })

/** Changes of an invoice: its subscription has ended in another way. */
export const endingAt = (changes: Partial<ProviderSubscription>) => ({
  subscription: { ...ended, ...changes },
})
