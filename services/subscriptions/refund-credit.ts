import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { reportOutsidePayment } from '#services/payments/outside-payment.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'

/** A change of plan whose payment was refunded in full, or lost in a dispute. */
interface UndoneChange {
  readonly subscriptionId: string
  readonly invoiceId: string
  readonly intentId: string
}

/** Returns whether a withdrawal has refunded one of these payments. It refunds the earlier one first. */
const isAnyWithdrawn = async (
  intentIds: readonly (string | null)[],
  stripe: StripeGateway,
): Promise<boolean> => {
  for (const id of intentIds) if (id !== null && (await stripe.isPaymentWithdrawn(id))) return true
  return false
}

/**
 * Refunds what an earlier payment contributed to a change of plan that is undone: its credit for unused time. The
 * refund of a withdrawal contains it already. Can be repeated.
 */
export const refundCredit = async (
  { subscriptionId, invoiceId, intentId }: UndoneChange,
  stripe: StripeGateway,
): Promise<void> => {
  const credited = await stripe.findCreditedPayment(subscriptionId, invoiceId)
  if (credited === undefined) return
  const { creditMinor: amountMinor, intentId: creditedIntent } = credited
  if (await isAnyWithdrawn([intentId, creditedIntent], stripe)) return
  if (creditedIntent === null) {
    if (credited.isSettled) return
    const reason = 'the credit of a change of plan was paid outside of Stripe: refund it by hand'
    reportOutsidePayment(reason, credited, amountMinor)
    await stripe.markSettled(credited.id)
    return
  }
  const purpose = `credit:${invoiceId}`
  const { state } = await stripe.refundPart(creditedIntent, {
    amountMinor,
    totalMinor: amountMinor,
    purpose,
  })
  if (state === 'refunded') return
  log.error('credit of a change of plan not refunded: check it by hand', { invoice: invoiceId })
  countMetrics({ RefundsFailed: 1 })
}
