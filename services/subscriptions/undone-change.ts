import { reportManualRepayment } from '#services/payments/manual-repayment.ts'
import { returnCredit, returnCreditFor } from '#services/payments/return-credit.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { isLatePayment } from './late-payments.ts'

/** A change of plan whose payment was refunded in full, or lost in a dispute. */
export interface UndoneChange {
  readonly subscriptionId: string
  readonly invoiceId: string
  readonly intentId: string
}

/** Returns whether a withdrawal has refunded one of these payments. A withdrawal refunds the earlier payment first. */
const isAnyWithdrawn = async (
  intentIds: readonly (string | null)[],
  stripe: StripeGateway,
): Promise<boolean> => {
  for (const id of intentIds) if (id !== null && (await stripe.isPaymentWithdrawn(id))) return true
  return false
}

/** Gives back the customer's credit at Stripe that an undone change of plan had used. */
const returnOwnCredit = async (invoiceId: string, stripe: StripeGateway): Promise<void> => {
  const invoice = await stripe.findInvoice(invoiceId)
  if (invoice?.isPlanChange) await returnCredit(invoice, stripe)
}

/**
 * Gives back what an undone change of plan had used: the customer's credit at Stripe, and the credit for unused time
 * that an earlier payment had paid for. The refund of a withdrawal contains both already. Can be repeated.
 */
export const repayUndoneChange = async (
  { subscriptionId, invoiceId, intentId }: UndoneChange,
  stripe: StripeGateway,
): Promise<void> => {
  const credited = await stripe.findCreditedPayment(subscriptionId, invoiceId)
  if (await isAnyWithdrawn([intentId, credited?.intentId ?? null], stripe)) return
  await returnOwnCredit(invoiceId, stripe)
  if (credited === undefined) return
  const { creditMinor: amountMinor, fromCreditMinor, intentId: creditedIntent } = credited
  const purpose = `credit:${invoiceId}`
  await returnCreditFor(credited, { amountMinor: fromCreditMinor, purpose }, stripe)
  if (amountMinor === 0) return
  if (creditedIntent === null) {
    if (credited.isSettled) return
    const reason = 'the credit of a change of plan was paid outside of Stripe: refund it by hand'
    reportManualRepayment(reason, credited, amountMinor)
    await stripe.markSettled(credited.id)
    return
  }
  // Stripe refunds no disputed payment: `repayUnusedTime` does it once the dispute is won. The event of a refund that fails
  // raises the alarm.
  await stripe.refundPart(creditedIntent, { amountMinor, totalMinor: amountMinor, purpose })
}

/** Returns whether an applied change of plan bought a period that the end of its subscription has cut short. */
const isCutShort = (invoice: SubscriptionInvoice): boolean => {
  const { subscription } = invoice
  const { status, endedEpochSeconds: ended, latestInvoiceId, duplicate } = subscription
  const isWithdrawn = subscription.withdrawal !== undefined || subscription.isSettledByStaff === true
  return (
    status === 'canceled' &&
    typeof ended === 'number' &&
    ended < invoice.period.end &&
    latestInvoiceId === invoice.id &&
    duplicate === undefined &&
    !isWithdrawn &&
    !isLatePayment(invoice)
  )
}

/**
 * Refunds a change of plan that was charged while its subscription was being ended, because the payment before it was
 * refunded in full or lost. The change buys nothing. Can be repeated.
 *
 * @param reversed the invoice of that earlier payment, if it has one
 */
export const refundLaterChange = async (
  reversed: SubscriptionInvoice | undefined,
  stripe: StripeGateway,
): Promise<void> => {
  if (reversed === undefined) return
  const { endsForInvoiceId, latestInvoiceId } = reversed.subscription
  if (endsForInvoiceId !== reversed.id) return
  if (typeof latestInvoiceId !== 'string' || latestInvoiceId === reversed.id) return
  const change = await stripe.findInvoice(latestInvoiceId)
  if (change?.status !== 'paid' || !change.isPlanChange || !isCutShort(change)) return
  const { id, paymentIntentId } = change
  if (paymentIntentId !== null) await stripe.refundInFull(paymentIntentId, `after-reversal:${id}`)
  await returnCredit(change, stripe)
}

/**
 * Does the same as `repayUndoneChange` if the subscription was ended before the payment of its change was refunded or
 * lost: by staff, or by Stripe because of the dispute. Also completes an end by our code that was interrupted.
 * Duplicates, withdrawals and late payments are repaid by their own rules. Can be repeated.
 */
export const repayUndoneChangeOfEnded = async (intentId: string, stripe: StripeGateway): Promise<void> => {
  const found = await stripe.findInvoiceByPayment(intentId)
  const invoice = found && (await stripe.findInvoice(found.id))
  await refundLaterChange(invoice, stripe)
  if (!invoice?.isPlanChange || !isCutShort(invoice)) return
  await repayUndoneChange(
    { subscriptionId: invoice.subscription.id, invoiceId: invoice.id, intentId },
    stripe,
  )
}
