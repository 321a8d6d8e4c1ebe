import { isUnpaid } from '#shared/rules/entitlement.ts'
import type { EndReason, RefundedItem } from '#shared/contract/email.ts'
import type { Plan, SubscriptionPlan } from '#shared/values/plans.ts'
import { isMissing, type Stripe, withStripe } from '#platform/stripe.ts'
import { type OrderFacts, orderFactsOf } from './order-facts.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import { isWithdrawn } from './withdrawn.ts'
import { idOf, passKinds } from './session.ts'
import { planOf } from './subscriptions.ts'

/** The payer. `guestEmail` is set for guest passes, `payerEmail` is the address that Stripe has for any payer. */
export interface Payer {
  readonly customerId: string | null
  readonly guestEmail: string | null
  readonly payerEmail: string | null
}

/** Amounts are in pence, times are ISO. */
export interface PaidInvoice extends Payer {
  readonly plan: Plan | null
  readonly amountMinor: number
  readonly currency: string
  readonly paidAt: string
  readonly number: string | null
  readonly url: string | null
  /** Set for the first payment of a purchase. */
  readonly order: OrderFacts | undefined
}

export interface FailedPayment extends Payer {
  readonly plan: SubscriptionPlan | null
  readonly amountMinor: number
  readonly currency: string
  readonly number: string | null
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly url: string | null
}

interface OpenInvoice {
  readonly amountMinor: number
  readonly currency: string
  readonly number: string | null
  readonly url: string | null
}

export interface EndedSubscription extends Payer {
  readonly plan: SubscriptionPlan | null
  readonly reason: EndReason
  readonly endedAt: string
  /** The invoice that stays unpaid. */
  readonly due: OpenInvoice | undefined
}

/** A refund or a dispute of a charge. */
export interface ChargeReversal<Status, What = 'pass' | 'subscription'> extends Payer {
  readonly what: What
  readonly status: Status
  readonly amountMinor: number
  readonly currency: string
  readonly paymentMinor: number
  readonly paidAt: string
  /** The number of the invoice that was paid. */
  readonly number: string | null
}

/** `other`: the money has not moved. The refund is pending, or needs details from the payer. */
export interface RefundFacts extends ChargeReversal<
  'refunded' | 'failed' | 'cancelled' | 'other',
  RefundedItem
> {
  /** Set by our own refunds, for example `withdrawal:cs_123`. */
  readonly purpose: string | undefined
  /** The kind of purchase that the refunded payment was for. */
  readonly paidFor: 'pass' | 'subscription'
  /** The sum of all refunds of a withdrawal. */
  readonly totalMinor: number
}

export type DisputeFacts = ChargeReversal<'opened' | 'won' | 'lost' | 'other'>

const iso = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString()

const isGuestPass = (metadata: Stripe.Metadata | null): boolean => metadata?.['kind'] === passKinds.guest
const isPass = (metadata: Stripe.Metadata | null): boolean =>
  metadata?.['kind'] === passKinds.account || isGuestPass(metadata)

/** Returns `undefined` if Stripe does not know the object. */
const found = <Facts>(read: (stripe: Stripe) => Promise<Facts | undefined>): Promise<Facts | undefined> =>
  withStripe(async (stripe) => {
    try {
      return await read(stripe)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  })

const invoicePayer = (invoice: Stripe.Invoice): Payer => ({
  customerId: idOf(invoice.customer),
  guestEmail: isGuestPass(invoice.metadata) ? invoice.customer_email : null,
  payerEmail: invoice.customer_email,
})

const readInvoice = (stripe: Stripe, id: string) =>
  stripe.invoices.retrieve(id, { expand: ['parent.subscription_details.subscription'] })

const subscriptionOf = (invoice: Stripe.Invoice): Stripe.Subscription | undefined => {
  const subscription = invoice.parent?.subscription_details?.subscription
  return typeof subscription === 'object' ? subscription : undefined
}

const paidPlanOf = (invoice: Stripe.Invoice): Plan | null => {
  const subscription = subscriptionOf(invoice)
  if (subscription !== undefined) return planOf(subscription.items.data[0])
  return isPass(invoice.metadata) ? 'one-time' : null
}

const chargePayer = (charge: Stripe.Charge): Payer => {
  const email = charge.billing_details.email ?? charge.receipt_email
  return {
    customerId: idOf(charge.customer),
    guestEmail: isGuestPass(charge.metadata) ? email : null,
    payerEmail: email,
  }
}

const invoiceNumberOf = async (stripe: Stripe, { payment_intent: intent }: Stripe.Charge) => {
  const id = idOf(intent)
  if (id === null) return null
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: id },
    expand: ['data.invoice'],
  })
  const invoice = data[0]?.invoice
  return typeof invoice === 'object' && !invoice.deleted ? invoice.number : null
}

const chargeFacts = async (stripe: Stripe, charge: Stripe.Charge) => ({
  ...chargePayer(charge),
  what: isPass(charge.metadata) ? ('pass' as const) : ('subscription' as const),
  currency: charge.currency,
  paymentMinor: charge.amount,
  paidAt: iso(charge.created),
  number: await invoiceNumberOf(stripe, charge),
})

const refundStatus = ({ status }: Stripe.Refund): RefundFacts['status'] => {
  if (status === 'failed') return 'failed'
  if (status === 'canceled') return 'cancelled'
  return status === 'succeeded' ? 'refunded' : 'other'
}

/** Our own refunds of duplicates and late payments have a purpose, for example `duplicate:in_123`. */
const purposeOf = ({ metadata }: Stripe.Refund): RefundedItem | undefined =>
  (['duplicate', 'late-payment'] as const).find((item) => metadata?.['purpose']?.startsWith(`${item}:`))

/** Inquiries (`warning_…`) move no money, and a prevented dispute is none. */
const disputeStatuses: Readonly<Record<string, DisputeFacts['status']>> = {
  needs_response: 'opened',
  under_review: 'opened',
  won: 'won',
  lost: 'lost',
}

const unpaidInvoiceOf = ({ latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | undefined =>
  typeof latest === 'object' &&
  (latest?.status === 'open' || latest?.status === 'uncollectible') &&
  !isUnpaidChange(latest)
    ? latest
    : undefined

const toOpenInvoice = (invoice: Stripe.Invoice): OpenInvoice => ({
  amountMinor: invoice.amount_remaining,
  currency: invoice.currency,
  number: invoice.number,
  url: invoice.hosted_invoice_url ?? null,
})

/**
 * Tells whether a renewal of a subscription has just failed. Stripe can report the subscription as active for a moment
 * after it reports the failure. Other unpaid invoices of an active subscription, for example that of a change of plan,
 * withdraw no access.
 */
const isFailingRenewal = (
  { id, billing_reason: reason }: Stripe.Invoice,
  { status, latest_invoice: latest }: Stripe.Subscription,
): boolean => status === 'active' && reason === 'subscription_cycle' && idOf(latest) === id

/** The subscription ends with the period in which the dispute of an earlier payment was lost. */
const endsByLostDispute = ({ metadata, items }: Stripe.Subscription): boolean =>
  metadata['lost_period_end'] === String(items.data[0]?.current_period_end)

/** Stripe's own reason does not tell our cancellations from the customer's, so the recorded reversal comes first. */
const endReasonOf = (subscription: Stripe.Subscription): EndReason => {
  const { cancellation_details: details, cancel_at_period_end: atPeriodEnd, cancel_at: at } = subscription
  const { reversal } = subscription.metadata
  if (reversal === 'refunded') return 'refunded'
  if (reversal === 'dispute_lost' || details?.reason === 'payment_disputed') return 'disputed'
  if (endsByLostDispute(subscription)) return 'disputed'
  if (details?.reason === 'payment_failed' || unpaidInvoiceOf(subscription)) return 'unpaid'
  return atPeriodEnd || at !== null ? 'cancelled' : 'us'
}

/** Only the functions that send emails about events bundle it. */
export const emailFactGateway = {
  /** Returns `undefined` unless the invoice is paid and money was taken for it. */
  findPaidInvoice: (id: string): Promise<PaidInvoice | undefined> =>
    found(async (stripe) => {
      const invoice = await readInvoice(stripe, id)
      const { paid_at: paidAt } = invoice.status_transitions
      if (invoice.status !== 'paid' || paidAt === null || invoice.amount_paid === 0) return undefined
      const plan = paidPlanOf(invoice)
      return {
        ...invoicePayer(invoice),
        plan,
        amountMinor: invoice.amount_paid,
        currency: invoice.currency,
        paidAt: iso(paidAt),
        number: invoice.number,
        url: invoice.hosted_invoice_url ?? null,
        order: plan === null ? undefined : orderFactsOf(invoice, subscriptionOf(invoice)),
      }
    }),

  /** Returns `undefined` unless an invoice of a running subscription is due after a failed attempt. */
  findFailedPayment: (id: string): Promise<FailedPayment | undefined> =>
    found(async (stripe) => {
      const invoice = await readInvoice(stripe, id)
      const subscription = subscriptionOf(invoice)
      // The buyer sees the failure of a first payment on the payment page.
      const isFirst = invoice.billing_reason === 'subscription_create'
      if (invoice.status !== 'open' || isFirst || subscription === undefined) return undefined
      if (!isUnpaid(subscription.status) && !isFailingRenewal(invoice, subscription)) return undefined
      return {
        ...invoicePayer(invoice),
        plan: planOf(subscription.items.data[0]),
        amountMinor: invoice.amount_remaining,
        currency: invoice.currency,
        number: invoice.number,
        attempts: invoice.attempt_count,
        nextAttemptAt: invoice.next_payment_attempt === null ? null : iso(invoice.next_payment_attempt),
        url: invoice.hosted_invoice_url ?? null,
      }
    }),

  /**
   * Returns `undefined` unless the subscription has ended. Duplicates are refunded and count as never sold, and the
   * end by a withdrawal has its own confirmation.
   */
  findEndedSubscription: (id: string): Promise<EndedSubscription | undefined> =>
    found(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
      const { ended_at: endedAt, status } = subscription
      if (status !== 'canceled' || endedAt === null || subscription.metadata['duplicate'] !== undefined)
        return undefined
      if (await isWithdrawn(subscription, stripe)) return undefined
      const unpaid = unpaidInvoiceOf(subscription)
      return {
        customerId: idOf(subscription.customer),
        guestEmail: null,
        payerEmail: null,
        plan: planOf(subscription.items.data[0]),
        reason: endReasonOf(subscription),
        endedAt: iso(endedAt),
        due: unpaid?.status === 'open' ? toOpenInvoice(unpaid) : undefined,
      }
    }),

  /** Returns `undefined` for an unknown refund. */
  findRefund: (id: string): Promise<RefundFacts | undefined> =>
    found(async (stripe) => {
      const refund = await stripe.refunds.retrieve(id, { expand: ['charge'] })
      if (refund.charge === null || typeof refund.charge === 'string') return undefined
      const facts = await chargeFacts(stripe, refund.charge)
      return {
        ...facts,
        what: purposeOf(refund) ?? facts.what,
        status: refundStatus(refund),
        amountMinor: refund.amount,
        currency: refund.currency,
        paidFor: facts.what,
        purpose: refund.metadata?.['purpose'],
        totalMinor: Number(refund.metadata?.['total_minor'] ?? refund.amount),
      }
    }),

  /** Returns `undefined` for an unknown dispute. */
  findDispute: (id: string): Promise<DisputeFacts | undefined> =>
    found(async (stripe) => {
      const dispute = await stripe.disputes.retrieve(id, { expand: ['charge'] })
      if (typeof dispute.charge === 'string') return undefined
      return {
        ...(await chargeFacts(stripe, dispute.charge)),
        status: disputeStatuses[dispute.status] ?? 'other',
        amountMinor: dispute.amount,
        currency: dispute.currency,
      }
    }),
} as const
