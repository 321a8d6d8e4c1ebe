import type { Stripe } from '#platform/stripe.ts'
import { idOf } from './session.ts'

/** An invoice whose payments are expanded. */
type PaidInvoice = Pick<Stripe.Invoice, 'payments'>

/** Returns the payments of an invoice through Stripe, including those that failed. */
export const intentsOf = ({ payments }: PaidInvoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])

/** Returns the payment that succeeded. Null unless the invoice was paid through Stripe. */
export const paidIntentOf = ({ payments }: PaidInvoice): string | null =>
  idOf(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent)
