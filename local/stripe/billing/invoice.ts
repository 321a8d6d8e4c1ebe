import { change, type Account } from '../account.ts'
import type { Decline } from '../cards.ts'
import { newId } from '../ids.ts'
import { listOfAll } from '../list.ts'
import { productNameOf } from '../resources/prices.ts'
import type {
  Invoice,
  InvoiceLine,
  InvoicePayment,
  PaymentMethod,
  Subscription,
  SubscriptionItem,
} from '../wire.ts'
import { addPaymentIntent, confirmIntent } from './payments.ts'

/** The one item of a subscription: the stand-in sells no bundles. */
export const itemOf = (subscription: Subscription): SubscriptionItem => {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`)
  return item
}

const lineOf = (account: Account, invoice: string, subscription: Subscription): InvoiceLine => {
  const item = itemOf(subscription)
  const quantity = item.quantity ?? 1
  const amount = (item.price.unit_amount ?? 0) * quantity
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description: `${quantity} × ${productNameOf(account, item.price)}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

const amountsOf = (amount: number) => ({
  amount_due: amount,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_paid_off_stripe: 0,
  amount_remaining: amount,
  amount_shipping: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  subtotal: amount,
  subtotal_excluding_tax: amount,
  total: amount,
  total_discount_amounts: [],
  total_excluding_tax: amount,
  total_pretax_credit_amounts: [],
  total_taxes: [],
})

const customerFieldsOf = (account: Account, id: string) => {
  const customer = account.customers.get(id)
  return {
    customer: id,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none' as const,
    customer_tax_ids: [],
  }
}

/** Fields for what the stand-in's invoices never have. */
const unused = {
  account_name: null,
  account_tax_ids: null,
  application: null,
  automatically_finalizes_at: null,
  custom_fields: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  last_finalization_error: null,
  latest_revision: null,
  on_behalf_of: null,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  webhooks_delivered_at: null,
}

type BillingReason = 'subscription_create' | 'subscription_cycle'

const draftOf = (account: Account, subscription: Subscription, reason: BillingReason): Invoice => {
  const id = newId('in')
  const line = lineOf(account, id, subscription)
  const start = reason === 'subscription_create' ? account.now() : subscription.start_date
  return {
    id,
    object: 'invoice',
    ...unused,
    ...amountsOf(line.amount),
    ...customerFieldsOf(account, subscription.customer),
    account_country: 'GB',
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: account.now(),
    currency: subscription.currency,
    effective_at: null,
    ending_balance: null,
    issuer: { type: 'self' },
    lines: listOfAll([line], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: account.now(),
    period_start: Math.min(start, account.now()),
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  }
}

/** How many invoices an account has issued to a customer decides the next number, e.g. `INV-0002`. */
const nextNumber = (account: Account, customerId: string): string => {
  const customer = account.customers.get(customerId)
  const sequence = customer?.next_invoice_sequence ?? 1
  if (customer) change(customer, { next_invoice_sequence: sequence + 1 })
  return `${customer?.invoice_prefix ?? 'LOCAL'}-${String(sequence).padStart(4, '0')}`
}

/**
 * Issues the invoice of a subscription's current period, open and unpaid. Stripe leaves renewals in draft
 * for about an hour first; here they are finalized at once.
 */
export const issueInvoice = (
  account: Account,
  subscription: Subscription,
  reason: BillingReason,
): Invoice => {
  const invoice = draftOf(account, subscription, reason)
  account.invoices.set(invoice.id, invoice)
  account.emit('invoice.created', invoice)
  change(invoice, {
    effective_at: account.now(),
    ending_balance: 0,
    number: nextNumber(account, subscription.customer),
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: account.now() },
  })
  change(subscription, { latest_invoice: invoice.id })
  account.emit('invoice.finalized', invoice)
  return invoice
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

const paymentFor = (account: Account, invoice: Invoice, intent?: string): InvoicePayment => {
  const known = [...account.invoicePayments.values()].find((payment) => payment.invoice === invoice.id)
  if (known) return known
  const { amount_due: amount, currency, customer } = invoice
  const opened =
    intent ?? addPaymentIntent(account, { amount, currency, customer, description: null, metadata: {} }).id
  const payment = paymentOf(account, invoice, opened)
  account.invoicePayments.set(payment.id, payment)
  return payment
}

const settle = (account: Account, invoice: Invoice, payment: InvoicePayment): void => {
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
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  account.emit('invoice.paid', invoice)
  account.emit('invoice.payment_succeeded', invoice)
  account.emit('invoice_payment.paid', payment)
}

/**
 * Charges an open invoice to a card. `intent` is one that was opened before the invoice existed.
 * Gives the reason when the card refuses: the invoice then stays open.
 */
export const chargeInvoice = (
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  intentId?: string,
): Decline | undefined => {
  const payment = paymentFor(account, invoice, intentId)
  const intent = account.paymentIntents.get(payment.payment.payment_intent ?? '')
  if (!intent) throw new Error(`Invoice ${invoice.id} has no payment intent`)
  change(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true })
  const decline = confirmIntent(account, intent, method)
  if (!decline) {
    settle(account, invoice, payment)
    return undefined
  }
  account.emit('invoice.payment_failed', invoice)
  if (decline.code === 'authentication_required') account.emit('invoice.payment_action_required', invoice)
  return decline
}
