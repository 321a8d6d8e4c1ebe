import type { ReversalReason } from '#shared/rules/entitlement.ts'
import { type Stripe, undefinedIfMissing, withStripe, type StripeClient } from '#platform/stripe.ts'
import { amountPaidOf, isSettled, paidOutsideExpand, type SubscriptionInvoice } from './invoices.ts'
import { invoiceOfPayment } from './invoice-of-payment.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import {
  chargeExpand,
  chargeOf,
  hasWithdrawal,
  type InvoiceReversal,
  reversalOf,
  reversalTimeOf,
} from './reversal.ts'
import { creditOf, hasChargedFor } from './proration.ts'
import { idOf } from './session.ts'

/** The fields of a payment intent that our code uses. */
export interface Payment {
  readonly intentId: string
  readonly customerId: string | null
  /** Set when the payment was refunded in full or disputed. */
  readonly reversal: ReversalReason | undefined
  /** When the payment was reversed: the refund that completed it, or the first dispute. Epoch seconds. */
  readonly reversedAtEpochSeconds?: number | undefined
  readonly amountMinor: number
}

const isPaidBy = ({ payments }: Stripe.Invoice, paymentIntentId: string): boolean =>
  payments?.data.some(({ payment }) => idOf(payment.payment_intent) === paymentIntentId) ?? false

/**
 * Returns the invoice that paid for the current period: the latest, or the last paid one if the latest is void or that
 * of a change of plan which is unpaid.
 */
const currentInvoice = async (
  stripe: StripeClient,
  { id, latest_invoice: latest }: Stripe.Subscription,
): Promise<Stripe.Invoice | undefined> => {
  const latestId = idOf(latest)
  if (latestId === null) return undefined
  const invoice = await stripe.invoices.retrieve(latestId, { expand: ['payments'] })
  if (invoice.status !== 'void' && !isUnpaidChange(invoice)) return invoice
  const { data } = await stripe.invoices.list({
    subscription: id,
    status: 'paid',
    limit: 1,
    expand: ['data.payments'],
  })
  return data[0]
}

/** A subscription and the invoice that a payment paid. */
export interface PaidSubscription {
  readonly id: string
  readonly invoiceId: string
  /** True if it paid for the current period, or for the last one before renewals were voided in a dispute. */
  readonly isCurrent: boolean
}

/** The payment of an invoice for time that a change of plan credited. */
export interface CreditedPayment extends Pick<
  SubscriptionInvoice,
  'id' | 'number' | 'currency' | 'isSettled'
> {
  readonly intentId: string | null
  readonly creditMinor: number
}

/** Lists the subscriptions of a customer that are not cancelled. Returns none for a deleted customer. */
const listRunning = async (stripe: StripeClient, customer: string): Promise<Stripe.Subscription[]> => {
  const list = stripe.subscriptions.list({ customer, limit: 100 })
  return (await undefinedIfMissing(list.autoPagingToArray({ limit: 10_000 }))) ?? []
}

const listPaid = (stripe: StripeClient, subscription: string) =>
  stripe.invoices.list({
    subscription,
    status: 'paid',
    limit: 100,
    expand: ['data.payments', `data.${paidOutsideExpand}`],
  })

export const paymentRequests = {
  /** Returns `undefined` for an unknown payment. */
  findPayment: (paymentIntentId: string): Promise<Payment | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: [chargeExpand] })
        const charge = chargeOf(intent)
        const reversal = await reversalOf(charge, stripe)
        return {
          intentId: intent.id,
          customerId: idOf(intent.customer),
          reversal,
          ...(charge &&
            reversal && { reversedAtEpochSeconds: await reversalTimeOf(charge, reversal, stripe) }),
          amountMinor: intent.amount,
        }
      }),
    ),

  /** Finds the subscription of a customer that this payment paid for. Ignores cancelled subscriptions. */
  findSubscriptionByPayment: (
    customerId: string,
    paymentIntentId: string,
  ): Promise<PaidSubscription | undefined> =>
    withStripe(async (stripe) => {
      for (const subscription of await listRunning(stripe, customerId)) {
        const { id } = subscription
        const current = await currentInvoice(stripe, subscription)
        if (current !== undefined && isPaidBy(current, paymentIntentId))
          return { id, invoiceId: current.id, isCurrent: true }
        for await (const invoice of listPaid(stripe, id))
          if (isPaidBy(invoice, paymentIntentId)) return { id, invoiceId: invoice.id, isCurrent: false }
      }
      return undefined
    }),

  /** Finds the invoice of a subscription that a payment paid, whether or not it still runs. Undefined for a pass. */
  findInvoiceByPayment: (
    paymentIntentId: string,
  ): Promise<{ readonly id: string; readonly subscriptionId: string } | undefined> =>
    withStripe(async (stripe) => {
      const invoice = await invoiceOfPayment(stripe, paymentIntentId)
      const subscriptionId = idOf(invoice?.parent?.subscription_details?.subscription)
      return invoice === undefined || subscriptionId === null ? undefined : { id: invoice.id, subscriptionId }
    }),

  /**
   * Finds the payment for the time that a change of plan credited: the change used it up. Returns `undefined` if the
   * invoice credits nothing, or time that nobody paid for: Stripe also credits a free period after a won dispute.
   * `intentId` is null if the time was paid for outside of Stripe.
   */
  findCreditedPayment: (subscriptionId: string, invoiceId: string): Promise<CreditedPayment | undefined> =>
    withStripe(async (stripe) => {
      const change = await stripe.invoices.retrieve(invoiceId)
      const creditMinor = creditOf(change)
      if (creditMinor === 0) return undefined
      for await (const invoice of listPaid(stripe, subscriptionId)) {
        if (invoice.id === invoiceId || !hasChargedFor(invoice, change)) continue
        const paid = invoice.payments?.data.find(({ status }) => status === 'paid')
        const intentId = idOf(paid?.payment.payment_intent)
        const { id, number, currency } = invoice
        return intentId === null && amountPaidOf(invoice) === 0
          ? undefined
          : { id, number, currency, isSettled: isSettled(invoice), intentId, creditMinor }
      }
      return undefined
    }),

  /** Returns whether the buyer has withdrawn from the purchase of a payment, whether or not the refund succeeded. */
  isPaymentWithdrawn: (intentId: string): Promise<boolean> =>
    withStripe((stripe) => hasWithdrawal(intentId, stripe)),

  /** Returns the reversal of a payment of a subscription, for any period, that is disputed now: the newest one. */
  findOpenDispute: (subscriptionId: string): Promise<InvoiceReversal | undefined> =>
    withStripe(async (stripe) => {
      let isEarlier = false
      for await (const { id: invoiceId, payments } of listPaid(stripe, subscriptionId)) {
        for (const { payment } of payments?.data ?? []) {
          const intentId = idOf(payment.payment_intent)
          if (intentId === null) continue
          const intent = await stripe.paymentIntents.retrieve(intentId, { expand: [chargeExpand] })
          if ((await reversalOf(chargeOf(intent), stripe)) === 'disputed')
            return { reason: 'disputed', amountMinor: intent.amount, invoiceId, isEarlier }
        }
        isEarlier = true
      }
      return undefined
    }),
} as const
