import * as z from 'zod'
import { collect, recordOutsidePayment, voidInvoice, writeOff } from '../billing/collect.ts'
import { hasPendingDebit } from '../billing/debit.ts'
import type { Decline } from '../account/cards.ts'
import { endpoint } from './endpoint.ts'
import { applyPatch } from '../account/account.ts'
import { StripeError, invalid, notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import {
  expandOnly,
  flag,
  isInRange,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  rangeParam,
  text,
} from '../account/params.ts'
import type { Charge, Invoice, InvoicePayment } from '../account/objects.ts'

const cardError = ({ code, declineCode, message }: Decline) =>
  new StripeError(402, message, { type: 'card_error', code, declineCode })

const retrieve = z.strictObject(expandOnly)

/** Invoices, payment intents and charges. Checkout and renewals create them. */
export const paymentEndpoints = [
  endpoint({
    action: 'invoices.list',
    method: 'GET',
    path: '/v1/invoices',
    params: z.strictObject({
      ...paging,
      customer: text.optional(),
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void').optional(),
      subscription: text.optional(),
    }),
    handle: ({ account, params }) => {
      const { customer, status, subscription } = params
      const matches = (invoice: Invoice) =>
        (!customer || invoice.customer === customer) &&
        (!status || invoice.status === status) &&
        (!subscription || invoice.parent?.subscription_details?.subscription === subscription)
      return page([...account.invoices.values()].filter(matches), params, '/v1/invoices')
    },
  }),
  endpoint({
    action: 'invoices.retrieve',
    method: 'GET',
    path: '/v1/invoices/:invoice',
    params: retrieve,
    handle: ({ account, id }) => account.invoices.get(id) ?? notFound('invoice', id, 'invoice'),
  }),
  endpoint({
    action: 'invoices.update',
    method: 'POST',
    path: '/v1/invoices/:invoice',
    params: z.strictObject({ ...expandOnly, metadata: metadata.optional() }),
    handle: ({ account, params, id }) => {
      const invoice = account.invoices.get(id)
      if (!invoice) return notFound('invoice', id, 'invoice')
      const changed = { metadata: mergeMetadata(invoice.metadata ?? {}, params.metadata) }
      const previous = applyPatch(invoice, changed)
      if (Object.keys(previous).length > 0) account.emit('invoice.updated', invoice, previous)
      return invoice
    },
  }),
  endpoint({
    action: 'invoices.void',
    method: 'POST',
    path: '/v1/invoices/:invoice/void',
    params: retrieve,
    handle: ({ account, id }) => {
      const invoice = account.invoices.get(id)
      if (!invoice) return notFound('invoice', id, 'invoice')
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
        return invalid('Only open and uncollectible invoices can be voided.')
      if (hasPendingDebit(account, invoice))
        return invalid('This invoice cannot be voided while a payment of it is processing.')
      voidInvoice(account, invoice)
      return invoice
    },
  }),
  endpoint({
    action: 'invoices.pay',
    method: 'POST',
    path: '/v1/invoices/:invoice/pay',
    params: z.strictObject({ ...expandOnly, paid_out_of_band: flag.optional() }),
    handle: ({ account, params, id }) => {
      const invoice = account.invoices.get(id)
      if (!invoice) return notFound('invoice', id, 'invoice')
      if (invoice.status === 'paid') return invalid('Invoice is already paid')
      if (invoice.status !== 'draft' && invoice.status !== 'open')
        return invalid(`Invoices with the status ${invoice.status ?? 'unknown'} cannot be paid`)
      if (hasPendingDebit(account, invoice))
        return invalid('A payment of this invoice is already processing.')
      if (params.paid_out_of_band) {
        recordOutsidePayment(account, invoice)
        return invoice
      }
      const decline = collect(account, invoice, false)
      return decline ? cardError(decline) : invoice
    },
  }),
  endpoint({
    action: 'invoices.markUncollectible',
    method: 'POST',
    path: '/v1/invoices/:invoice/mark_uncollectible',
    params: retrieve,
    handle: ({ account, id }) => {
      const invoice = account.invoices.get(id)
      if (!invoice) return notFound('invoice', id, 'invoice')
      if (invoice.status !== 'open') return invalid('Only open invoices can be marked uncollectible.')
      writeOff(account, invoice)
      return invoice
    },
  }),
  endpoint({
    action: 'invoicePayments.list',
    method: 'GET',
    path: '/v1/invoice_payments',
    params: z.strictObject({
      ...paging,
      invoice: text.optional(),
      payment: z.strictObject({ type: oneOf('payment_intent'), payment_intent: text.optional() }).optional(),
    }),
    handle: ({ account, params: { invoice, payment, ...paged } }) => {
      const matches = (one: InvoicePayment) =>
        (!invoice || one.invoice === invoice) &&
        (!payment?.payment_intent || one.payment.payment_intent === payment.payment_intent)
      return page([...account.invoicePayments.values()].filter(matches), paged, '/v1/invoice_payments')
    },
  }),
  endpoint({
    action: 'paymentIntents.list',
    method: 'GET',
    path: '/v1/payment_intents',
    params: z.strictObject({ ...paging, customer: text.optional() }),
    handle: ({ account, params }) => {
      const all = [...account.paymentIntents.values()]
      const found = all.filter((one) => !params.customer || one.customer === params.customer)
      return page(found, params, '/v1/payment_intents')
    },
  }),
  endpoint({
    action: 'paymentIntents.retrieve',
    method: 'GET',
    path: '/v1/payment_intents/:intent',
    params: retrieve,
    handle: ({ account, id }) => account.paymentIntents.get(id) ?? notFound('payment_intent', id, 'intent'),
  }),
  endpoint({
    action: 'charges.retrieve',
    method: 'GET',
    path: '/v1/charges/:charge',
    params: retrieve,
    handle: ({ account, id }) => account.charges.get(id) ?? notFound('charge', id),
  }),
  endpoint({
    action: 'charges.list',
    method: 'GET',
    path: '/v1/charges',
    params: z.strictObject({
      ...paging,
      created: rangeParam.optional(),
      customer: text.optional(),
      payment_intent: text.optional(),
    }),
    handle: ({ account, params }) => {
      const matches = (charge: Charge) =>
        isInRange(charge.created, params.created) &&
        (!params.customer || charge.customer === params.customer) &&
        (!params.payment_intent || charge.payment_intent === params.payment_intent)
      return page([...account.charges.values()].filter(matches), params, '/v1/charges')
    },
  }),
]
