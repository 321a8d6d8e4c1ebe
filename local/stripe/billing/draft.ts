import { type Account, applyPatch } from '../account/account.ts'
import { newId } from '../account/ids.ts'
import { listOfAll } from '../account/list.ts'
import type { Invoice, InvoiceLine, Subscription, TaxRate } from '../account/objects.ts'
import { applicationOf, balanceFor } from './apply-balance.ts'
import { periodLine } from './invoice-lines.ts'
import { taxesOf, taxIn } from './tax.ts'

const amountsOf = (subtotal: number, amount: number, rates: readonly TaxRate[]) => ({
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  subtotal,
  subtotal_excluding_tax: subtotal - taxIn(subtotal, rates),
  total: amount,
  total_discount_amounts: subtotal === amount ? [] : [{ amount: subtotal - amount, discount: 'di_local' }],
  total_excluding_tax: amount - taxIn(amount, rates),
  total_pretax_credit_amounts: [],
  total_taxes: taxesOf(amount, rates),
})

/** Returns the amounts due. They are a forecast, because the balance is applied when the invoice is issued. */
const duesOf = (account: Account, draft: NewDraft, total: number) => {
  const balance = balanceFor(account, draft)
  const amountDue = draft.parent === null ? total : applicationOf(balance, total).amountDue
  return { amount_due: amountDue, amount_remaining: amountDue, starting_balance: balance }
}

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
    customer_tax_ids: structuredClone(account.taxIds.get(id) ?? []),
  }
}

/** Fields that the emulator never fills. */
const unused = {
  account_name: null,
  application: null,
  custom_fields: null,
  default_payment_method: null,
  default_source: null,
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
  webhooks_delivered_at: null,
}

type BillingReason =
  | 'manual'
  | 'subscription_create'
  | 'subscription_cycle'
  | 'subscription_update'
  | 'upcoming'

export interface NewDraft {
  readonly id: string
  readonly customer: string
  readonly currency: string
  readonly reason: BillingReason
  readonly lines: readonly InvoiceLine[]
  readonly taxRates: readonly TaxRate[]
  readonly metadata: Invoice['metadata']
  readonly parent: Invoice['parent']
  /** In epoch seconds. */
  readonly periodStart: number
  /** Percentage that a coupon deducts. Default: none. */
  readonly percentOff?: number | undefined
  readonly testClock: string | null
}

const sumsOf = ({ lines, percentOff = 0 }: NewDraft) => {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  return [subtotal, Math.round((subtotal * (100 - percentOff)) / 100)] as const
}

/** Creates an invoice. It is neither stored nor issued. */
export const newDraft = (account: Account, draft: NewDraft): Invoice => ({
  id: draft.id,
  object: 'invoice',
  ...unused,
  ...amountsOf(...sumsOf(draft), draft.taxRates),
  ...duesOf(account, draft, sumsOf(draft)[1]),
  account_tax_ids: account.settings.defaultTaxIds?.slice() ?? null,
  ...customerFieldsOf(account, draft.customer),
  account_country: 'GB',
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatically_finalizes_at: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  billing_reason: draft.reason,
  collection_method: 'charge_automatically',
  created: account.now(),
  currency: draft.currency,
  // The rates of a one-time payment belong to its lines.
  default_tax_rates: draft.parent === null ? [] : draft.taxRates.slice(),
  effective_at: null,
  ending_balance: null,
  issuer: { type: 'self' },
  lines: listOfAll(
    draft.lines.map((line) => ({ ...line, taxes: taxesOf(line.amount, draft.taxRates) })),
    `/v1/invoices/${draft.id}/lines`,
  ),
  livemode: false,
  metadata: draft.metadata,
  next_payment_attempt: null,
  number: null,
  parent: draft.parent,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  period_end: account.now(),
  period_start: draft.periodStart,
  status: 'draft',
  test_clock: draft.testClock,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
})

interface Draft {
  readonly id: string
  readonly reason: BillingReason
  readonly lines: readonly InvoiceLine[]
}

/** Builds a draft invoice without storing it. */
export const draftOf = (
  account: Account,
  subscription: Subscription,
  { id, reason, lines }: Draft,
): Invoice => {
  const start = reason === 'subscription_create' ? account.now() : subscription.start_date
  return newDraft(account, {
    id,
    customer: subscription.customer,
    currency: subscription.currency,
    reason,
    lines,
    taxRates: subscription.default_tax_rates ?? [],
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    periodStart: Math.min(start, account.now()),
    testClock: subscription.test_clock,
    percentOff: account.discounts.get(subscription.id),
  })
}

/**
 * Time for which a renewal stays a draft before it is charged, in seconds: https://docs.stripe.com/billing/invoices/subscription.
 */
const draftSeconds = 3600

/**
 * Creates the draft invoice of a subscription's current period. A renewal is issued and charged about an hour later.
 * The drafts of an unpaid subscription are not issued automatically.
 */
export const draftInvoice = (
  account: Account,
  subscription: Subscription,
  reason: BillingReason,
): Invoice => {
  const id = newId('in')
  const invoice = draftOf(account, subscription, {
    id,
    reason,
    lines: [periodLine(account, id, subscription)],
  })
  if (reason === 'subscription_cycle') {
    const isIssuedAutomatically = subscription.status !== 'unpaid'
    applyPatch(invoice, {
      auto_advance: isIssuedAutomatically,
      automatically_finalizes_at: isIssuedAutomatically ? account.now() + draftSeconds : null,
    })
  }
  storeDraft(account, invoice)
  return invoice
}

/** Stores a draft and emits its event. */
export const storeDraft = (account: Account, invoice: Invoice): void => {
  account.invoices.set(invoice.id, invoice)
  account.emit('invoice.created', invoice)
}
