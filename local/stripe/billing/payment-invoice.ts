import { applyPatch, type Account } from '../account/account.ts'
import { newId } from '../account/ids.ts'
import type { Invoice, InvoiceLine, LineItem, PaymentIntent, Session } from '../account/objects.ts'
import { newDraft } from './draft.ts'
import { ensurePayment, finalizeInvoice, markInvoicePaid } from './invoice.ts'

const lineOf = (account: Account, invoice: string, item: LineItem): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount: item.amount_total,
  currency: item.currency,
  description: item.description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: {
      invoice_item: newId('ii'),
      proration: false,
      proration_details: { credited_items: null },
      subscription: null,
    },
    subscription_item_details: null,
    type: 'invoice_item_details',
  },
  period: { start: account.now(), end: account.now() },
  pretax_credit_amounts: [],
  pricing: item.price && {
    price_details: { price: item.price.id, product: item.price.product },
    type: 'price_details',
    unit_amount_decimal: item.price.unit_amount_decimal,
  },
  quantity: item.quantity,
  quantity_decimal: String(item.quantity ?? 1),
  subscription: null,
  subtotal: item.amount_subtotal,
  taxes: [],
})

/**
 * Issues the paid invoice of a one-time payment, if its Checkout Session asks for one:
 * https://docs.stripe.com/payments/checkout/receipts#paid-invoices.
 */
export const invoicePaidSession = (account: Account, session: Session, intent: PaymentIntent): void => {
  const { invoice_creation: creation } = session
  const { lineItems = [], taxRates = [] } = account.checkouts.get(session.id) ?? {}
  const [item] = lineItems
  if (!creation?.enabled || !intent.customer || !item || session.invoice !== null) return
  const id = newId('in')
  const invoice: Invoice = newDraft(account, {
    id,
    customer: intent.customer,
    currency: intent.currency,
    reason: 'manual',
    lines: [lineOf(account, id, item)],
    taxRates,
    metadata: creation.invoice_data.metadata,
    parent: null,
    periodStart: account.now(),
    testClock: null,
  })
  account.invoices.set(id, invoice)
  applyPatch(session, { invoice: id })
  account.emit('invoice.created', invoice)
  finalizeInvoice(account, invoice)
  markInvoicePaid(account, invoice, ensurePayment(account, invoice, intent.id))
}
