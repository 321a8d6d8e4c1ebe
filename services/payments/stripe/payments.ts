import type { DisputeReason, ReversalReason } from '#shared/values/reversal-reasons.ts'
import { type Stripe, undefinedIfMissing, withStripe, type StripeClient } from '#platform/stripe.ts'
import {
  amountPaidOf,
  creditUsedBy,
  isSettled,
  paidOutsideExpand,
  type SubscriptionInvoice,
} from './invoices.ts'
import { invoiceOfPayment } from './invoice-of-payment.ts'
import { intentsOf, paidIntentOf } from './invoice-payments.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import {
  chargeExpand,
  chargeOf,
  disputeOf,
  hasWithdrawal,
  type InvoiceReversal,
  isReturned,
  reversalOf,
  reversalTimeOf,
} from './reversal.ts'
import { creditOf, hasChargedFor } from './proration.ts'
import { idOf } from './session.ts'

/** The fields of a payment intent that our code uses. */
export interface Payment {
  readonly intentId: string
  readonly customerId: string | null
  /** Set when the payment was refunded in full or disputed. A refund comes first. */
  readonly reversal: ReversalReason | undefined
  /** Set while a dispute is open, or after one was lost, even if the payment was refunded too. */
  readonly dispute?: DisputeReason | undefined
  /** When the payment was reversed: the refund that completed it, or the first dispute. Epoch seconds. */
  readonly reversedAtEpochSeconds?: number | undefined
  readonly amountMinor: number
}

const isPaidBy = (invoice: Stripe.Invoice, paymentIntentId: string): boolean =>
  intentsOf(invoice).includes(paymentIntentId)

const findLastPaid = async (
  stripe: StripeClient,
  subscription: string,
): Promise<Stripe.Invoice | undefined> => {
  const { data } = await stripe.invoices.list({
    subscription,
    status: 'paid',
    limit: 1,
    expand: ['data.payments'],
  })
  return data[0]
}

/**
 * Returns the invoice that paid for the current period: the latest or, if that is void or belongs to an unpaid change
 * of plan, the last paid one.
 */
const currentInvoice = async (
  stripe: StripeClient,
  { id, latest_invoice: latest }: Stripe.Subscription,
): Promise<Stripe.Invoice | undefined> => {
  const latestId = idOf(latest)
  if (latestId === null) return undefined
  const invoice = await stripe.invoices.retrieve(latestId, { expand: ['payments'] })
  return invoice.status === 'void' || isUnpaidChange(invoice) ? findLastPaid(stripe, id) : invoice
}

/** A subscription and the invoice that a payment paid. */
export interface PaidSubscription {
  readonly id: string
  readonly invoiceId: string
  /** True if it paid for the current period, or for the last one before renewals were voided in a dispute. */
  readonly isCurrent: boolean
}

/** The reversal that decides about a subscription. */
export interface SubscriptionReversal extends InvoiceReversal {
  /** The payment that was reversed. */
  readonly intentId: string
}

/** Returns how an invoice lost its payment for good: by a full refund, or by a lost dispute. */
const findLoss = async (
  stripe: StripeClient,
  invoice: Stripe.Invoice | undefined,
): Promise<SubscriptionReversal | undefined> => {
  if (invoice === undefined) return undefined
  for (const intentId of intentsOf(invoice)) {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: [chargeExpand] })
    const reason = await reversalOf(chargeOf(intent), stripe)
    if (reason === 'refunded' || reason === 'dispute_lost')
      return { reason, amountMinor: intent.amount, invoiceId: invoice.id, intentId }
  }
  return undefined
}

/** Returns the payments of a customer that are disputed now, with their amounts in pence. */
const readDisputed = async (
  stripe: StripeClient,
  customer: string | null,
): Promise<ReadonlyMap<string, number>> => {
  const disputed = new Map<string, number>()
  if (customer === null) return disputed
  for await (const charge of stripe.charges.list({ customer, limit: 100 })) {
    const intentId = idOf(charge.payment_intent)
    if (intentId !== null && (await disputeOf(charge, stripe)) === 'disputed')
      disputed.set(intentId, charge.amount)
  }
  return disputed
}

/**
 * Returns the newest open dispute of a payment for any period of a subscription. Reads the customer's charges, a hundred
 * in one request: after some years, a request for each payment would exceed the timeout of the function.
 */
const findOpenDispute = async (
  stripe: StripeClient,
  { id, customer }: Stripe.Subscription,
): Promise<SubscriptionReversal | undefined> => {
  const disputed = await readDisputed(stripe, idOf(customer))
  if (disputed.size === 0) return undefined
  let isEarlier = false
  for await (const invoice of listPaid(stripe, id)) {
    for (const intentId of intentsOf(invoice)) {
      const amountMinor = disputed.get(intentId)
      if (amountMinor !== undefined)
        return { reason: 'disputed', amountMinor, invoiceId: invoice.id, intentId, isEarlier }
    }
    isEarlier = true
  }
  return undefined
}

/** An invoice for time that a change of plan credited. Amounts are in pence. */
export interface CreditedPayment extends Pick<
  SubscriptionInvoice,
  'id' | 'number' | 'currency' | 'isSettled'
> {
  readonly intentId: string | null
  /** The part of the credited time that was paid for with money. */
  readonly creditMinor: number
  /** The part that was paid for from the customer's credit at Stripe. */
  readonly fromCreditMinor: number
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
        const dispute = charge && (await disputeOf(charge, stripe))
        const reversal = charge && (await isReturned(charge, stripe)) ? 'refunded' : dispute
        return {
          intentId: intent.id,
          customerId: idOf(intent.customer),
          reversal,
          dispute,
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
   * `intentId` is null if the time was paid for outside of Stripe, or from credit alone.
   */
  findCreditedPayment: (subscriptionId: string, invoiceId: string): Promise<CreditedPayment | undefined> =>
    withStripe(async (stripe) => {
      const change = await stripe.invoices.retrieve(invoiceId)
      const creditMinor = creditOf(change)
      if (creditMinor === 0) return undefined
      for await (const invoice of listPaid(stripe, subscriptionId)) {
        if (invoice.id === invoiceId || !hasChargedFor(invoice, change)) continue
        const { id, number, currency } = invoice
        const paidMinor = Math.min(creditMinor, amountPaidOf(invoice))
        const fromCreditMinor = Math.min(creditMinor - paidMinor, creditUsedBy(invoice))
        if (paidMinor + fromCreditMinor === 0) return undefined
        return {
          id,
          number,
          currency,
          isSettled: isSettled(invoice),
          intentId: paidIntentOf(invoice),
          creditMinor: paidMinor,
          fromCreditMinor,
        }
      }
      return undefined
    }),

  /** Returns whether the buyer has withdrawn from the purchase of a payment, whether or not the refund succeeded. */
  isPaymentWithdrawn: (intentId: string): Promise<boolean> =>
    withStripe((stripe) => hasWithdrawal(intentId, stripe)),

  /**
   * Returns the reversal that decides about a subscription, whichever of its payments has changed: a full refund or a lost
   * dispute of the payment for the current period, else the newest open dispute for any period. While a dispute is open,
   * Stripe will void the draft of a renewal, so the period before it is the last one that counts.
   */
  findReversal: (subscriptionId: string): Promise<SubscriptionReversal | undefined> =>
    withStripe(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId)
      const current = await currentInvoice(stripe, subscription)
      const loss = await findLoss(stripe, current)
      if (loss !== undefined) return loss
      const dispute = await findOpenDispute(stripe, subscription)
      if (dispute === undefined || current?.status !== 'draft') return dispute
      return (await findLoss(stripe, await findLastPaid(stripe, subscriptionId))) ?? dispute
    }),
} as const
