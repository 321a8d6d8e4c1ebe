import { change, type Account } from '../account.ts'
import type { Decline } from '../cards.ts'
import { newId } from '../ids.ts'
import type { Invoice, InvoicePayment, PaymentMethod } from '../wire.ts'
import { addPaymentIntent, confirmIntent } from './payments.ts'

/** How many invoices an account has issued to a customer decides the next number, e.g. `INV-0002`. */
const nextNumber = (account: Account, customerId: string): string => {
  const customer = account.customers.get(customerId)
  const sequence = customer?.next_invoice_sequence ?? 1
  if (customer) change(customer, { next_invoice_sequence: sequence + 1 })
  return `${customer?.invoice_prefix ?? 'LOCAL'}-${String(sequence).padStart(4, '0')}`
}

/** Where a customer reads and pays an invoice. */
const hostedAddress = (account: Account, invoice: Invoice): string => `${account.url}/i/${invoice.id}`

/** Issues a draft: from now on it can be paid, and not changed. */
export const finalizeInvoice = (account: Account, invoice: Invoice): void => {
  change(invoice, {
    automatically_finalizes_at: null,
    effective_at: account.now(),
    ending_balance: 0,
    hosted_invoice_url: hostedAddress(account, invoice),
    number: nextNumber(account, invoice.customer ?? ''),
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

/** The payment of an invoice, opened unless it is: for an intent that exists, or a new one. */
export const paymentFor = (account: Account, invoice: Invoice, intent?: string): InvoicePayment => {
  const known = [...account.invoicePayments.values()].find((payment) => payment.invoice === invoice.id)
  if (known) return known
  const { amount_due: amount, currency, customer } = invoice
  const opened =
    intent ?? addPaymentIntent(account, { amount, currency, customer, description: null, metadata: {} }).id
  const payment = paymentOf(account, invoice, opened)
  account.invoicePayments.set(payment.id, payment)
  return payment
}

/** Marks an invoice paid and announces it. */
export const settle = (account: Account, invoice: Invoice, payment: InvoicePayment): void => {
  const now = account.now()
  change(payment, {
    amount_paid: invoice.amount_due,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: now },
  })
  change(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  account.emit('invoice.paid', invoice)
  account.emit('invoice.payment_succeeded', invoice)
  account.emit('invoice_payment.paid', payment)
}

/** When Stripe tries a failed renewal again, in days after each attempt: a schedule that is set in the Dashboard. */
const retryDays = [3, 5, 7]
const daySeconds = 24 * 3600

const nextAttempt = (account: Account, invoice: Invoice): number | null => {
  const days = retryDays[invoice.attempt_count - 1]
  const retried = invoice.billing_reason === 'subscription_cycle' && days !== undefined
  return retried ? account.now() + days * daySeconds : null
}

export interface Attempt {
  /** By Stripe's own schedule, and not because somebody asked. */
  readonly automatic?: boolean
  /** An intent that was opened before the invoice existed. */
  readonly intent?: string
}

/** The first attempt counts whoever makes it; later ones only when Stripe makes them. */
export const countAttempt = (account: Account, invoice: Invoice, automatic: boolean): void => {
  if (!automatic && invoice.attempt_count > 0) return
  change(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true })
  change(invoice, { next_payment_attempt: nextAttempt(account, invoice) })
}

/** Says that an attempt failed, and whether the cardholder has to do something. */
export const announceFailure = (account: Account, invoice: Invoice, decline: Decline): void => {
  account.emit('invoice.payment_failed', invoice)
  if (decline.code === 'authentication_required') account.emit('invoice.payment_action_required', invoice)
}

/** Charges an open invoice to a card. Gives the reason when the card refuses: the invoice then stays open. */
export const chargeInvoice = (
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  { automatic = false, intent: intentId }: Attempt = {},
): Decline | undefined => {
  const payment = paymentFor(account, invoice, intentId)
  const intent = account.paymentIntents.get(payment.payment.payment_intent ?? '')
  if (!intent) throw new Error(`Invoice ${invoice.id} has no payment intent`)
  countAttempt(account, invoice, automatic)
  const decline = confirmIntent(account, intent, method)
  if (decline) announceFailure(account, invoice, decline)
  else settle(account, invoice, payment)
  return decline
}

/** An attempt at an invoice that there is no card for. */
export const failWithoutCard = (account: Account, invoice: Invoice, automatic: boolean): Decline => {
  countAttempt(account, invoice, automatic)
  announceFailure(account, invoice, noCard)
  return noCard
}

const noCard: Decline = {
  code: 'missing_payment_method',
  declineCode: '',
  message: 'There is no default payment method to charge.',
}

/** Leaves an invoice alone from now on: it can be paid, but nothing is tried by itself. */
export const stopCollecting = (invoice: Invoice): void =>
  void change(invoice, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null })

/** Gives an invoice up: void as though it had never been, or uncollectible as a bad debt. */
export const giveUpInvoice = (account: Account, invoice: Invoice, status: 'void' | 'uncollectible'): void => {
  const now = account.now()
  stopCollecting(invoice)
  change(invoice, {
    status,
    status_transitions: {
      ...invoice.status_transitions,
      ...(status === 'void' ? { voided_at: now } : { marked_uncollectible_at: now }),
    },
  })
  account.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice)
}
