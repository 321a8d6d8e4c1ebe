import { isUnpaid } from '#shared/rules/entitlement.ts'
import type { EndReason } from '#shared/contract/email.ts'
import type { Plan, SubscriptionPlan } from '#shared/values/plans.ts'
import { isMissing, type Stripe, withStripe } from '#platform/stripe.ts'
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
  readonly paidAt: string
  readonly number: string | null
  readonly url: string | null
}

export interface FailedPayment extends Payer {
  readonly plan: SubscriptionPlan | null
  readonly amountMinor: number
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly url: string | null
}

export interface EndedSubscription extends Payer {
  readonly plan: SubscriptionPlan | null
  readonly reason: EndReason
  readonly endedAt: string
  readonly due: { readonly amountMinor: number; readonly url: string | null } | undefined
}

/** A refund or a dispute of a charge. */
export interface ChargeReversal<Status> extends Payer {
  readonly what: 'pass' | 'subscription'
  readonly status: Status
  readonly amountMinor: number
  readonly paymentMinor: number
  readonly paidAt: string
}

export interface RefundFacts extends ChargeReversal<'refunded' | 'failed' | 'other'> {
  /** Set by our own refunds of duplicates and late payments, which send their own emails. */
  readonly purpose: string | undefined
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

const chargeFacts = (charge: Stripe.Charge) => ({
  ...chargePayer(charge),
  what: isPass(charge.metadata) ? ('pass' as const) : ('subscription' as const),
  paymentMinor: charge.amount,
  paidAt: iso(charge.created),
})

const refundStatus = ({ status }: Stripe.Refund): RefundFacts['status'] => {
  if (status === 'failed') return 'failed'
  return status === 'succeeded' || status === 'pending' ? 'refunded' : 'other'
}

/** Inquiries (`warning_…`) move no money, and a prevented dispute is none. */
const disputeStatuses: Readonly<Record<string, DisputeFacts['status']>> = {
  needs_response: 'opened',
  under_review: 'opened',
  won: 'won',
  lost: 'lost',
}

const unpaidInvoiceOf = ({ latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | undefined =>
  typeof latest === 'object' && (latest?.status === 'open' || latest?.status === 'uncollectible')
    ? latest
    : undefined

/** Stripe's own reason does not tell our cancellations from the customer's, so the recorded reversal comes first. */
const endReasonOf = (subscription: Stripe.Subscription): EndReason => {
  const { cancellation_details: details, cancel_at_period_end: atPeriodEnd, cancel_at: at } = subscription
  const { reversal } = subscription.metadata
  if (reversal === 'refunded') return 'refunded'
  if (reversal === 'dispute_lost' || details?.reason === 'payment_disputed') return 'disputed'
  if (details?.reason === 'payment_failed' || unpaidInvoiceOf(subscription)) return 'unpaid'
  return atPeriodEnd || at !== null ? 'cancelled' : 'us'
}

export const emailFactRequests = {
  /** Returns `undefined` unless the invoice is paid and money was taken for it. */
  findPaidInvoice: (id: string): Promise<PaidInvoice | undefined> =>
    found(async (stripe) => {
      const invoice = await readInvoice(stripe, id)
      const { paid_at: paidAt } = invoice.status_transitions
      if (invoice.status !== 'paid' || paidAt === null || invoice.amount_paid === 0) return undefined
      return {
        ...invoicePayer(invoice),
        plan: paidPlanOf(invoice),
        amountMinor: invoice.amount_paid,
        paidAt: iso(paidAt),
        number: invoice.number,
        url: invoice.hosted_invoice_url ?? null,
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
      if (subscription.status !== 'active' && !isUnpaid(subscription.status)) return undefined
      return {
        ...invoicePayer(invoice),
        plan: planOf(subscription.items.data[0]),
        amountMinor: invoice.amount_remaining,
        attempts: invoice.attempt_count,
        nextAttemptAt: invoice.next_payment_attempt === null ? null : iso(invoice.next_payment_attempt),
        url: invoice.hosted_invoice_url ?? null,
      }
    }),

  /** Returns `undefined` unless the subscription has ended. Duplicates are refunded and count as never sold. */
  findEndedSubscription: (id: string): Promise<EndedSubscription | undefined> =>
    found(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
      const { ended_at: endedAt, status } = subscription
      if (status !== 'canceled' || endedAt === null || subscription.metadata['duplicate'] !== undefined)
        return undefined
      const unpaid = unpaidInvoiceOf(subscription)
      return {
        customerId: idOf(subscription.customer),
        guestEmail: null,
        payerEmail: null,
        plan: planOf(subscription.items.data[0]),
        reason: endReasonOf(subscription),
        endedAt: iso(endedAt),
        due:
          unpaid?.status === 'open'
            ? { amountMinor: unpaid.amount_remaining, url: unpaid.hosted_invoice_url ?? null }
            : undefined,
      }
    }),

  /** Returns `undefined` for an unknown refund. */
  findRefund: (id: string): Promise<RefundFacts | undefined> =>
    found(async (stripe) => {
      const refund = await stripe.refunds.retrieve(id, { expand: ['charge'] })
      if (refund.charge === null || typeof refund.charge === 'string') return undefined
      return {
        ...chargeFacts(refund.charge),
        status: refundStatus(refund),
        amountMinor: refund.amount,
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
        ...chargeFacts(dispute.charge),
        status: disputeStatuses[dispute.status] ?? 'other',
        amountMinor: dispute.amount,
      }
    }),
} as const
