import { applyPatch, type Account } from '../account/account.ts'
import type { Invoice, PaymentIntent, PaymentMethod } from '../account/objects.ts'
import { emitPaymentFailure, countAttempt, ensurePayment, markInvoicePaid } from './invoice.ts'
import { reactivateSubscription, endRetries, subscriptionOf } from './subscription-status.ts'
import { invoicePaidSession } from './payment-invoice.ts'
import { chargeOf } from './payments.ts'
import { isLive } from './subscription.ts'

/** Duration of a direct debit, in seconds: a few banking days, as with Bacs. */
const debitSeconds = 3 * 24 * 3600

/** Starts a direct debit, which succeeds or fails days later. */
export const startDebit = (account: Account, intent: PaymentIntent, method: PaymentMethod): void => {
  const charge = {
    ...chargeOf(account, intent, method),
    amount_captured: 0,
    paid: false,
    status: 'pending' as const,
  }
  account.charges.set(charge.id, charge)
  applyPatch(intent, { latest_charge: charge.id, payment_method: method.id, status: 'processing' })
  const succeeds = account.cards.get(method.id) === 'debit'
  account.debits.set(intent.id, { at: account.now() + debitSeconds, succeeds })
  account.emit('charge.pending', charge)
  account.emit('payment_intent.processing', intent)
}

/** Reports whether a direct debit for an invoice is pending. Until it ends, the invoice has no other payment. */
export const hasPendingDebit = (account: Account, invoice: Invoice): boolean =>
  [...account.invoicePayments.values()].some(
    (one) => one.invoice === invoice.id && account.debits.has(one.payment.payment_intent ?? ''),
  )

/** Starts the direct debit of an open invoice, unless one is pending. Uses `existingIntent` if there is one. */
export const debitInvoice = (
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  existingIntent?: PaymentIntent,
): void => {
  const payment = ensurePayment(account, invoice, existingIntent?.id)
  const intent = account.paymentIntents.get(payment.payment.payment_intent ?? '')
  if (!intent) throw new Error(`Invoice ${invoice.id} has no payment intent`)
  if (account.debits.has(intent.id)) return
  countAttempt(account, invoice, false)
  applyPatch(invoice, { next_payment_attempt: null })
  startDebit(account, intent, method)
}

const failure = {
  code: 'debit_not_authorized',
  declineCode: 'generic_decline',
  message: 'The customer has notified their bank that this payment was unauthorized.',
}

const finishIntent = (account: Account, intent: PaymentIntent, succeeds: boolean): void => {
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (!charge) throw new Error(`Payment intent ${intent.id} has no charge`)
  if (succeeds) {
    applyPatch(charge, { amount_captured: charge.amount, paid: true, status: 'succeeded' })
    applyPatch(intent, { amount_received: intent.amount, status: 'succeeded' })
    account.emit('charge.succeeded', charge)
    account.emit('payment_intent.succeeded', intent)
    return
  }
  const { code, message } = failure
  applyPatch(charge, { captured: false, failure_code: code, failure_message: message, status: 'failed' })
  applyPatch(intent, {
    last_payment_error: { charge: charge.id, code: 'debit_not_authorized', message, type: 'card_error' },
    payment_method: null,
    status: 'requires_payment_method',
  })
  account.emit('charge.failed', charge)
  account.emit('payment_intent.payment_failed', intent)
}

const finishInvoice = (account: Account, intent: PaymentIntent, succeeds: boolean): void => {
  const payment = [...account.invoicePayments.values()].find(
    (one) => one.payment.payment_intent === intent.id,
  )
  const invoice = account.invoices.get(payment?.invoice ?? '')
  if (!payment || !invoice) return
  if (succeeds) {
    markInvoicePaid(account, invoice, payment)
    reactivateSubscription(account, invoice)
    return
  }
  emitPaymentFailure(account, invoice, failure)
  const subscription = subscriptionOf(account, invoice)
  // Debits are not retried: https://docs.stripe.com/billing/invoices/paying.
  if (subscription && isLive(subscription)) endRetries(account, invoice, subscription)
}

/** Finishes a direct debit. Updates the payment, its invoice and its Checkout Session, in this order. */
export const finishDebit = (account: Account, intentId: string, succeeds: boolean): void => {
  const intent = account.paymentIntents.get(intentId)
  if (!intent || !account.debits.delete(intentId))
    throw new Error(`No direct debit of ${intentId} is pending`)
  finishIntent(account, intent, succeeds)
  finishInvoice(account, intent, succeeds)
  const [sessionId = ''] =
    [...account.checkouts].find(([, checkout]) => checkout.paymentIntent === intentId) ?? []
  const session = account.sessions.get(sessionId)
  if (!session) return
  if (succeeds) {
    applyPatch(session, { payment_status: 'paid' })
    invoicePaidSession(account, session, intent)
  }
  account.emit(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
}
