import type { Account } from '../account/account.ts'
import { invalid, noSuch } from '../account/errors.ts'
import type { Charge, PaymentIntent } from '../account/objects.ts'

/** Identifies a payment by any one of these ids. */
export interface PaymentReference {
  readonly charge?: string | undefined
  readonly paymentIntent?: string | undefined
  readonly session?: string | undefined
  readonly invoice?: string | undefined
}

/** Returns the successful charge of a payment intent. Throws a StripeError if no charge succeeded. */
const paidChargeOf = (account: Account, intent: PaymentIntent): Charge => {
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (!charge?.paid)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return charge
}

const intentOfInvoice = (account: Account, id: string): string | undefined => {
  const invoicePayment = [...account.invoicePayments.values()].find((one) => one.invoice === id)
  return invoicePayment?.payment.payment_intent ?? undefined
}

const intentOfSession = (account: Account, id: string): string | undefined => {
  const session = account.sessions.get(id)
  if (!session) throw noSuch('checkout.session', id, 'session')
  return session.payment_intent ?? (session.invoice ? intentOfInvoice(account, session.invoice) : undefined)
}

/** Returns the payment intent of a payment. Throws a StripeError if the payment has none. */
export const findIntent = (account: Account, payment: PaymentReference): PaymentIntent => {
  const id =
    payment.paymentIntent ??
    (payment.session === undefined ? undefined : intentOfSession(account, payment.session)) ??
    (payment.invoice === undefined ? undefined : intentOfInvoice(account, payment.invoice)) ??
    account.charges.get(payment.charge ?? '')?.payment_intent
  const intent = account.paymentIntents.get(id ?? '')
  if (!intent) throw noSuch('payment_intent', id ?? JSON.stringify(payment), 'payment_intent')
  return intent
}

/** Returns the charge of a payment. Throws a StripeError if the payment has no charge or its charge did not succeed. */
export const findCharge = (account: Account, payment: PaymentReference): Charge => {
  if (payment.charge === undefined) return paidChargeOf(account, findIntent(account, payment))
  const charge = account.charges.get(payment.charge)
  if (!charge) throw noSuch('charge', payment.charge, 'charge')
  return charge
}
