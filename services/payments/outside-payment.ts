import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import type { SubscriptionInvoice } from './stripe/invoices.ts'

/**
 * Raises an alarm about a payment that Stripe cannot refund, for example because it was made by bank transfer. The line of
 * the log has what staff need to return the money. Does nothing if nothing was paid.
 *
 * @param reason says why the money is due, and that staff must act: `…: refund it by hand`
 */
export const reportOutsidePayment = (
  reason: string,
  { id, number, currency }: Pick<SubscriptionInvoice, 'id' | 'number' | 'currency'>,
  amountMinor: number,
): void => {
  if (amountMinor === 0) return
  log.error(reason, { invoice: id, number, amountMinor, currency })
  countMetrics({ RefundsFailed: 1 })
}
