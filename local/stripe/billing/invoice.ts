import { applyPatch, type Account } from '../account/account.ts'
import type { Decline } from '../account/cards.ts'
import { newId } from '../account/ids.ts'
import type { Invoice, InvoicePayment, PaymentMethod } from '../account/objects.ts'
import { applyBalance, balanceFor, unapplyBalance } from './apply-balance.ts'
import { addPaymentIntent, confirmIntent } from './payments.ts'

/** Returns the customer's next invoice number, e.g. `INV-0002`. */
const takeNextNumber = (account: Account, customerId: string): string => {
  const customer = account.customers.get(customerId)
  const sequence = customer?.next_invoice_sequence ?? 1
  if (customer) applyPatch(customer, { next_invoice_sequence: sequence + 1 })
  return `${customer?.invoice_prefix ?? 'LOCAL'}-${String(sequence).padStart(4, '0')}`
}

/** Returns the address where a customer reads and pays an invoice. */
const hostedAddress = (account: Account, invoice: Invoice): string => `${account.url}/i/${invoice.id}`

/**
 * Issues a draft and applies the customer's balance. After that it can be paid but not changed. If nothing is due, it is
 * paid immediately.
 */
export const finalizeInvoice = (account: Account, invoice: Invoice): void => {
  applyBalance(account, invoice)
  issue(account, invoice)
  if (invoice.amount_due === 0) markInvoicePaid(account, invoice)
}

/** Issues a draft that is closed unpaid immediately. The customer's balance stays as it is. */
export const finalizeUnpaid = (account: Account, invoice: Invoice): void => {
  const balance = balanceFor(account, invoice)
  applyPatch(invoice, { starting_balance: balance, ending_balance: balance })
  issue(account, invoice)
}

const issue = (account: Account, invoice: Invoice): void => {
  applyPatch(invoice, {
    automatically_finalizes_at: null,
    effective_at: account.now(),
    hosted_invoice_url: hostedAddress(account, invoice),
    number: takeNextNumber(account, invoice.customer ?? ''),
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: account.now() },
  })
  account.emit('invoice.finalized', invoice)
}

const paymentOf = (account: Account, invoice: Invoice, intent: string): InvoicePayment => ({
  id: newId('inpay'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created: account.now(),
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
})

/** Returns the payment of an invoice. Creates it if needed, with the given intent or a new one. */
export const ensurePayment = (account: Account, invoice: Invoice, intent?: string): InvoicePayment => {
  const existing = [...account.invoicePayments.values()].find((payment) => payment.invoice === invoice.id)
  if (existing) return existing
  const { amount_due: amount, currency, customer } = invoice
  const intentId =
    intent ?? addPaymentIntent(account, { amount, currency, customer, description: null, metadata: {} }).id
  const payment = paymentOf(account, invoice, intentId)
  account.invoicePayments.set(payment.id, payment)
  return payment
}

/** Marks an invoice as paid and emits the events. Without a payment, it was paid outside of Stripe. */
export const markInvoicePaid = (account: Account, invoice: Invoice, payment?: InvoicePayment): void => {
  const now = account.now()
  if (payment)
    applyPatch(payment, {
      amount_paid: invoice.amount_due,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: now },
    })
  applyPatch(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  account.emit('invoice.paid', invoice)
  account.emit('invoice.payment_succeeded', invoice)
  if (payment) account.emit('invoice_payment.paid', payment)
}

/** Retry schedule of failed renewals, in days after each attempt. At Stripe it is set in the Dashboard. */
const retryDays = [3, 5, 7]
const daySeconds = 24 * 3600

const nextAttempt = (account: Account, invoice: Invoice): number | null => {
  const days = retryDays[invoice.attempt_count - 1]
  const hasRetry = invoice.billing_reason === 'subscription_cycle' && days !== undefined
  return hasRetry ? account.now() + days * daySeconds : null
}

export interface Attempt {
  /** True if the attempt is part of the retry schedule. */
  readonly automatic?: boolean
  /** An intent that was created before the invoice. */
  readonly intent?: string
}

/** Counts an attempt. After the first attempt, only automatic ones count. */
export const countAttempt = (account: Account, invoice: Invoice, automatic: boolean): void => {
  if (!automatic && invoice.attempt_count > 0) return
  applyPatch(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true })
  applyPatch(invoice, { next_payment_attempt: nextAttempt(account, invoice) })
}

/** Emits the events of a failed attempt, including whether the cardholder must authenticate. */
export const emitPaymentFailure = (account: Account, invoice: Invoice, decline: Decline): void => {
  account.emit('invoice.payment_failed', invoice)
  if (decline.code === 'authentication_required') account.emit('invoice.payment_action_required', invoice)
}

/** Charges an open invoice to a card. Returns the decline, if any: the invoice then stays open. */
export const chargeInvoice = (
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  { automatic = false, intent: intentId }: Attempt = {},
): Decline | undefined => {
  const payment = ensurePayment(account, invoice, intentId)
  const intent = account.paymentIntents.get(payment.payment.payment_intent ?? '')
  if (!intent) throw new Error(`Invoice ${invoice.id} has no payment intent`)
  countAttempt(account, invoice, automatic)
  const decline = confirmIntent(account, intent, method)
  if (decline) emitPaymentFailure(account, invoice, decline)
  else markInvoicePaid(account, invoice, payment)
  return decline
}

/** Records a failed attempt at an invoice without a card. */
export const recordMissingCard = (account: Account, invoice: Invoice, automatic: boolean): Decline => {
  countAttempt(account, invoice, automatic)
  emitPaymentFailure(account, invoice, noCard)
  return noCard
}

const noCard: Decline = {
  code: 'missing_payment_method',
  declineCode: '',
  message: 'There is no default payment method to charge.',
}

/** Stops automatic collection of an invoice. It can still be paid. */
export const stopCollecting = (invoice: Invoice): void =>
  void applyPatch(invoice, {
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
  })

/** Closes an unpaid invoice as void or uncollectible. */
export const closeUnpaidInvoice = (
  account: Account,
  invoice: Invoice,
  status: 'void' | 'uncollectible',
): void => {
  const now = account.now()
  stopCollecting(invoice)
  if (status === 'void') unapplyBalance(account, invoice)
  applyPatch(invoice, {
    status,
    status_transitions: {
      ...invoice.status_transitions,
      ...(status === 'void' ? { voided_at: now } : { marked_uncollectible_at: now }),
    },
  })
  account.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice)
}
