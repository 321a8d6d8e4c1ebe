import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import type { StripeGateway } from './stripe.gateway.ts'
import type { SubscriptionInvoice } from './stripe/invoices.ts'

type Invoice = Pick<SubscriptionInvoice, 'id' | 'number' | 'currency'>

/**
 * Raises an alarm about money that staff must repay by hand, because Stripe cannot refund it: it was paid outside of Stripe,
 * for example by bank transfer, or from the credit of a deleted customer. The line of the log has what staff need. Does
 * nothing if the amount is 0.
 *
 * @param reason says why the money is due, and what staff must do: `…: refund it by hand`
 */
export const reportManualRepayment = (
  reason: string,
  { id, number, currency }: Invoice,
  amountMinor: number,
): void => {
  if (amountMinor === 0) return
  log.error(reason, { invoice: id, number, amountMinor, currency })
  countMetrics({ RefundsFailed: 1 })
}

/**
 * Does the same once for each purpose, where a caller repeats its steps until all of them are done: a repeated alarm could
 * have staff repay the amount twice.
 */
export const reportManualRepaymentOnce = async (
  reason: string,
  invoice: Invoice,
  { amountMinor, purpose }: { readonly amountMinor: number; readonly purpose: string },
  stripe: Pick<StripeGateway, 'reportOnce'>,
): Promise<void> => {
  if (amountMinor === 0) return
  await stripe.reportOnce(invoice.id, purpose, () => reportManualRepayment(reason, invoice, amountMinor))
}
