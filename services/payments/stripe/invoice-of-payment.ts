import type { Stripe, StripeClient } from '#platform/stripe.ts'

/** Returns the invoice that a payment intent paid. Undefined for a pass, and for a deleted invoice. */
export const invoiceOfPayment = async (
  stripe: StripeClient,
  paymentIntentId: string,
): Promise<Stripe.Invoice | undefined> => {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntentId },
    expand: ['data.invoice'],
  })
  const invoice = data[0]?.invoice
  return typeof invoice === 'object' && !invoice.deleted ? invoice : undefined
}
