import { DateTime } from 'luxon'
import type { LateAccess, ProviderSubscription } from '#shared/rules/entitlement.ts'
import { log } from '#platform/log.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'

/** The paid invoice of a subscription that had ended before the payment. */
export interface LatePayment extends SubscriptionInvoice {
  readonly paidAtEpochSeconds: number
  readonly paymentIntentId: string
}

export const isLatePayment = (invoice: SubscriptionInvoice): invoice is LatePayment => {
  const { status, duplicate, endedEpochSeconds: ended } = invoice.subscription
  return (
    invoice.status === 'paid' &&
    invoice.paidAtEpochSeconds !== null &&
    invoice.paymentIntentId !== null &&
    status === 'canceled' &&
    duplicate === undefined &&
    typeof ended === 'number' &&
    invoice.paidAtEpochSeconds > ended
  )
}

const neverActive = new Set(['incomplete', 'incomplete_expired'])

/** Tells whether the customer had another subscription when the invoice was paid, so the payment buys nothing. */
export const hadSubscribedAgain = (
  { paidAtEpochSeconds: paidAt, subscription: { id } }: LatePayment,
  subscriptions: readonly ProviderSubscription[],
): boolean =>
  subscriptions.some(
    (other) =>
      other.id !== id &&
      other.duplicate === undefined &&
      !neverActive.has(other.status) &&
      other.createdEpochSeconds <= paidAt &&
      (typeof other.endedEpochSeconds !== 'number' || other.endedEpochSeconds > paidAt),
  )

/** Returns when the period that a late payment buys ends: as many months after `start` as the invoice charges for. */
const periodEnd = ({ period }: LatePayment, start: number): number => {
  const time = (seconds: number) => DateTime.fromSeconds(seconds, { zone: 'utc' })
  const months = Math.max(1, Math.round(time(period.end).diff(time(period.start), 'months').months))
  return time(start).plus({ months }).toUnixInteger()
}

/**
 * Refunds a late payment that buys nothing. Stripe's mark on the invoice is set last, so a run that fails in between is
 * repeated. The event about the refund sends its email.
 *
 * @returns whether something was refunded
 */
export const refundLatePayment = async (payment: LatePayment, stripe: StripeGateway): Promise<boolean> => {
  if (payment.isSettled) return false
  const outcome = await stripe.refundInFull(payment.paymentIntentId, `late-payment:${payment.id}`)
  // If the dispute is won, the refund is still due. One that is not final may still fail.
  if (outcome.state !== 'refunded' && outcome.state !== 'dispute_lost') return false
  const isRefunded = outcome.state === 'refunded' && outcome.amountMinor > 0
  if (isRefunded) log.warn('refunded a late payment', { invoice: payment.id })
  await stripe.markSettled(payment.id)
  return isRefunded
}

/** Returns the access that the late payments bought last. Each period starts when the one before is over. */
const lateAccessOf = async (
  payments: readonly LatePayment[],
  stripe: StripeGateway,
  now: Date,
): Promise<LateAccess | undefined> => {
  let access: LateAccess | undefined
  for (const payment of payments) {
    const start = Math.max(payment.paidAtEpochSeconds, access?.endsAtEpochSeconds ?? 0)
    const endsAtEpochSeconds = periodEnd(payment, start)
    const isOver = now.getTime() >= endsAtEpochSeconds * 1000
    const reversal = isOver ? undefined : (await stripe.findPayment(payment.paymentIntentId))?.reversal
    if (reversal === 'refunded' || reversal === 'dispute_lost') continue
    access = {
      invoiceId: payment.id,
      plan: payment.subscription.plan,
      amountMinor: payment.amountPaidMinor,
      currency: payment.currency,
      endsAtEpochSeconds,
      isDisputed: reversal === 'disputed',
    }
  }
  return access
}

/**
 * Gives each late payment its effect: one period of access from the day of payment, or a refund if the customer had
 * subscribed again. Derived from Stripe alone, so the order and loss of events do not matter.
 */
export const applyLatePayments = async (
  invoices: readonly SubscriptionInvoice[],
  subscriptions: readonly ProviderSubscription[],
  stripe: StripeGateway,
  now: Date,
): Promise<{ lateAccess: LateAccess | undefined; refunds: number }> => {
  const payments = invoices
    .filter(isLatePayment)
    .toSorted((a, b) => a.paidAtEpochSeconds - b.paidAtEpochSeconds || a.id.localeCompare(b.id))
  let refunds = 0
  const buying: LatePayment[] = []
  for (const payment of payments)
    if (!hadSubscribedAgain(payment, subscriptions)) buying.push(payment)
    else if (await refundLatePayment(payment, stripe)) refunds += 1
  return { lateAccess: await lateAccessOf(buying, stripe, now), refunds }
}

/**
 * Refunds the late payment of a customer without an account: it was deleted, or has another customer now.
 *
 * @returns whether something was refunded
 */
export const refundOrphanedPayment = async (invoiceId: string, stripe: StripeGateway): Promise<boolean> => {
  const invoice = await stripe.findInvoice(invoiceId)
  return invoice !== undefined && isLatePayment(invoice) && refundLatePayment(invoice, stripe)
}
