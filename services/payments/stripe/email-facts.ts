import { isUnpaid } from '#shared/rules/entitlement.ts'
import { monthsBetween } from '#shared/rules/months.ts'
import type { EndReason } from '#shared/contract/email-parts.ts'
import { isoTimeOf, isoTimeOrNull } from '#shared/rules/epoch-seconds.ts'
import type { Plan, SubscriptionPlan } from '#shared/values/plans.ts'
import { type Stripe, type StripeClient, undefinedIfMissing, withStripe } from '#platform/stripe.ts'
import { amountPaidOf, creditUsedBy, paidOutsideExpand } from './invoices.ts'
import { type OrderFacts, orderFactsOf } from './order-facts.ts'
import { chargedPeriodOf } from './proration.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import { isWithdrawn } from './withdrawn.ts'
import type { Payer } from './reversal-facts.ts'
import { idOf, isGuestPass, isPass } from './session.ts'
import { endsByLostDispute, planOfItem } from './subscriptions.ts'

/** Amounts are in pence, times are ISO. */
export interface PaidInvoice extends Payer {
  readonly plan: Plan | null
  readonly amountMinor: number
  /** Amount that was paid from the customer's credit in addition. */
  readonly creditMinor: number
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

const invoicePayer = (invoice: Stripe.Invoice): Payer => ({
  customerId: idOf(invoice.customer),
  guestEmail: isGuestPass(invoice.metadata) ? invoice.customer_email : null,
  payerEmail: invoice.customer_email,
})

const readInvoice = (stripe: StripeClient, id: string) =>
  stripe.invoices.retrieve(id, { expand: ['parent.subscription_details.subscription', paidOutsideExpand] })

const subscriptionOf = (invoice: Stripe.Invoice): Stripe.Subscription | undefined => {
  const subscription = invoice.parent?.subscription_details?.subscription
  return typeof subscription === 'object' ? subscription : undefined
}

const plansByMonths: Readonly<Record<number, SubscriptionPlan>> = { 1: 'monthly', 12: 'annual' }

/** Returns the plan that an invoice charged for. The subscription can have another one by now. */
const paidPlanOf = (invoice: Stripe.Invoice): Plan | null => {
  const subscription = subscriptionOf(invoice)
  if (subscription === undefined) return isPass(invoice.metadata) ? 'one-time' : null
  const current = planOfItem(subscription.items.data[0])
  const period = chargedPeriodOf(invoice)
  if (current === null || period === undefined) return current
  return plansByMonths[monthsBetween(period.start, period.end)] ?? current
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
 * Returns whether a renewal of a subscription has just failed. Stripe can report the subscription as active for a
 * moment after it reports the failure. Other unpaid invoices of an active subscription, for example of a change of
 * plan, withdraw no access.
 */
const isFailingRenewal = (
  { id, billing_reason: reason }: Stripe.Invoice,
  { status, latest_invoice: latest }: Stripe.Subscription,
): boolean => status === 'active' && reason === 'subscription_cycle' && idOf(latest) === id

/**
 * Stripe's own reason does not distinguish our cancellations from the customer's, so the recorded reversal comes first.
 */
const endReasonOf = (subscription: Stripe.Subscription): EndReason => {
  const { cancellation_details: details, cancel_at_period_end: atPeriodEnd, cancel_at: at } = subscription
  const { reversal } = subscription.metadata
  if (reversal === 'refunded') return 'refunded'
  if (reversal === 'dispute_lost' || details?.reason === 'payment_disputed') return 'disputed'
  if (endsByLostDispute(subscription)) return 'disputed'
  if (details?.reason === 'payment_failed' || unpaidInvoiceOf(subscription)) return 'unpaid'
  return atPeriodEnd || at !== null ? 'cancelled' : 'us'
}

/** Reads the facts for emails about money. Not part of `stripeGateway`: only functions with these emails bundle it. */
export const emailFactGateway = {
  /**
   * Returns `undefined` unless the invoice is paid, through Stripe, outside of it or from the customer's credit, and was not
   * free.
   */
  findPaidInvoice: (id: string): Promise<PaidInvoice | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const invoice = await readInvoice(stripe, id)
        const { paid_at: paidAt } = invoice.status_transitions
        const amountMinor = amountPaidOf(invoice)
        const creditMinor = creditUsedBy(invoice)
        if (invoice.status !== 'paid' || paidAt === null || amountMinor + creditMinor === 0) return undefined
        const plan = paidPlanOf(invoice)
        return {
          ...invoicePayer(invoice),
          plan,
          amountMinor,
          creditMinor,
          currency: invoice.currency,
          paidAt: isoTimeOf(paidAt),
          number: invoice.number,
          url: invoice.hosted_invoice_url ?? null,
          order: plan === null ? undefined : orderFactsOf(invoice, subscriptionOf(invoice)),
        }
      }),
    ),

  /** Returns `undefined` unless an invoice of a running subscription is due after a failed attempt. */
  findFailedPayment: (id: string): Promise<FailedPayment | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const invoice = await readInvoice(stripe, id)
        const subscription = subscriptionOf(invoice)
        // The buyer sees the failure of a first payment on the payment page.
        const isFirst = invoice.billing_reason === 'subscription_create'
        if (invoice.status !== 'open' || isFirst || subscription === undefined) return undefined
        if (!isUnpaid(subscription.status) && !isFailingRenewal(invoice, subscription)) return undefined
        return {
          ...invoicePayer(invoice),
          plan: planOfItem(subscription.items.data[0]),
          amountMinor: invoice.amount_remaining,
          currency: invoice.currency,
          number: invoice.number,
          attempts: invoice.attempt_count,
          nextAttemptAt: isoTimeOrNull(invoice.next_payment_attempt),
          url: invoice.hosted_invoice_url ?? null,
        }
      }),
    ),

  /**
   * Returns `undefined` unless the subscription has ended. Duplicates are refunded and count as never sold, and the
   * end by a withdrawal has its own confirmation.
   */
  findEndedSubscription: (id: string): Promise<EndedSubscription | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
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
          plan: planOfItem(subscription.items.data[0]),
          reason: endReasonOf(subscription),
          endedAt: isoTimeOf(endedAt),
          due: unpaid?.status === 'open' ? toOpenInvoice(unpaid) : undefined,
        }
      }),
    ),
} as const
