import type { Account } from '../account.ts'
import { collectFrom } from '../billing/collect.ts'
import { isDebited } from '../billing/debit.ts'
import { addPaymentMethod } from '../billing/payment-methods.ts'
import { useCard } from '../billing/set-card.ts'
import { isDebit, type CardBehaviour, type CardForm } from '../cards.ts'
import {
  authenticationPage,
  goTo,
  isConfirmed,
  notAuthenticated,
  noticePage,
  show,
  type PageAnswer,
} from '../hosted/answer.ts'
import { readCard, readCardForm } from '../hosted/card-form.ts'
import type { Invoice, PaymentMethod } from '../wire.ts'
import { dueOf, invoiceAddress, payPage, settledPage } from './page.ts'

/** Charges the card, and keeps one that was good for what is due later. */
const pay = (
  account: Account,
  invoice: Invoice,
  form: CardForm,
  { method, behaviour }: { method: PaymentMethod; behaviour: CardBehaviour },
): PageAnswer => {
  account.cards.set(method.id, behaviour)
  const decline = collectFrom(account, invoice, method)
  if (decline) return show(payPage(invoice, { form, refusal: decline.message }))
  const customer = account.customers.get(invoice.customer ?? '')
  if (customer) useCard(account, customer, method)
  return goTo(invoiceAddress(invoice))
}

const takeCard = (account: Account, invoice: Invoice, body: string): PageAnswer => {
  const form = readCardForm(body)
  const read = readCard(form, new Date(account.now() * 1000))
  if (!('card' in read)) return show(payPage(invoice, { form, ...read }))
  const { behaviour } = read.card
  if (isDebit(behaviour))
    return show(payPage(invoice, { form, refusal: 'Direct debits are not accepted here.' }))
  const method = addPaymentMethod(account, form, behaviour)
  if (behaviour !== 'authenticate') return pay(account, invoice, form, { method, behaviour })
  account.pendingCards.set(invoice.id, { paymentMethod: method.id, form })
  return goTo(invoiceAddress(invoice, 'authenticate'))
}

const authenticate = (account: Account, invoice: Invoice, httpMethod: string, body: string): PageAnswer => {
  const pending = account.pendingCards.get(invoice.id)
  const method = account.paymentMethods.get(pending?.paymentMethod ?? '')
  if (!pending || !method) return goTo(invoiceAddress(invoice))
  if (httpMethod !== 'POST')
    return show(authenticationPage(invoiceAddress(invoice, 'authenticate'), `a payment of ${dueOf(invoice)}`))
  account.pendingCards.delete(invoice.id)
  if (isConfirmed(body)) return pay(account, invoice, pending.form, { method, behaviour: 'ok' })
  return show(payPage(invoice, { form: pending.form, refusal: notAuthenticated }))
}

/** Answers a request of an invoice's page: `/i/<invoice>` and `/i/<invoice>/authenticate`. */
export const invoicePage = (account: Account, method: string, path: string, body: string): PageAnswer => {
  const [, id = '', step] = /^\/i\/([^/]+)(\/authenticate)?$/.exec(path) ?? []
  const invoice = account.invoices.get(id)
  if (!invoice || invoice.status === 'draft')
    return show(noticePage('Page not found', 'The address of this page names no invoice.'), 404)
  if (invoice.status !== 'open') return step ? goTo(invoiceAddress(invoice)) : show(settledPage(invoice))
  if (isDebited(account, invoice))
    return show(noticePage('Payment on its way', 'A direct debit for this invoice takes a few days.'))
  if (step) return authenticate(account, invoice, method, body)
  return method === 'POST' ? takeCard(account, invoice, body) : show(payPage(invoice))
}
