import type { Stripe, StripeClient } from '#platform/stripe.ts'
import { hasWithdrawal, reversedInvoiceOf } from './reversal.ts'
import { idOf } from './session.ts'

/** Returns whether the buyer withdrew from a subscription: our refund of its last payment says so. */
export const isWithdrawn = async (
  subscription: Stripe.Subscription,
  stripe: StripeClient,
): Promise<boolean> => {
  const invoiceId = reversedInvoiceOf(subscription)
  if (invoiceId === undefined) return false
  const { payments } = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
  for (const { payment } of payments?.data ?? []) {
    const intent = idOf(payment.payment_intent)
    if (intent !== null && (await hasWithdrawal({ payment_intent: intent }, stripe))) return true
  }
  return false
}
