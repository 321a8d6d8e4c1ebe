import type { PaymentName } from '../../types.ts'
import type { Account } from '../account.ts'
import { invalid, noSuch } from '../errors.ts'
import type { Charge, PaymentIntent } from '../wire.ts'

/** The charge that a payment intent was paid with. Throws a refusal when it was not paid. */
const paidChargeOf = (account: Account, intent: PaymentIntent): Charge => {
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (!charge?.paid)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return charge
}

const intentOfInvoice = (account: Account, id: string): string | undefined => {
  const payment = [...account.invoicePayments.values()].find((one) => one.invoice === id)
  return payment?.payment.payment_intent ?? undefined
}

const intentOfSession = (account: Account, id: string): string | undefined => {
  const session = account.sessions.get(id)
  if (!session) throw noSuch('checkout.session', id, 'session')
  return session.payment_intent ?? (session.invoice ? intentOfInvoice(account, session.invoice) : undefined)
}

/** The payment intent that is named. Throws a refusal when there is none. */
export const findIntent = (account: Account, name: PaymentName): PaymentIntent => {
  const id =
    name.paymentIntent ??
    (name.session === undefined ? undefined : intentOfSession(account, name.session)) ??
    (name.invoice === undefined ? undefined : intentOfInvoice(account, name.invoice)) ??
    account.charges.get(name.charge ?? '')?.payment_intent
  const intent = account.paymentIntents.get(id ?? '')
  if (!intent) throw noSuch('payment_intent', id ?? JSON.stringify(name), 'payment_intent')
  return intent
}

/** The charge that is named. Throws a refusal when there is none or nothing was paid. */
export const findCharge = (account: Account, name: PaymentName): Charge => {
  if (name.charge === undefined) return paidChargeOf(account, findIntent(account, name))
  const charge = account.charges.get(name.charge)
  if (!charge) throw noSuch('charge', name.charge, 'charge')
  return charge
}
