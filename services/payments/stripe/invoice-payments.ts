import type { Stripe } from '#platform/stripe.ts'
import { idOf } from './session.ts'

/** An invoice whose payments are expanded. */
type InvoiceWithPayments = Pick<Stripe.Invoice, 'payments'>

/** Returns the ids of an invoice's payments through Stripe, including those that failed. */
export const intentsOf = ({ payments }: InvoiceWithPayments): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])

/** Returns the id of the payment that succeeded. Null unless the invoice was paid through Stripe. */
export const paidIntentOf = ({ payments }: InvoiceWithPayments): string | null =>
  idOf(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent)
