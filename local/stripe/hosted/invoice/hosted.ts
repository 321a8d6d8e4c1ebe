import type { Account } from '../../account/account.ts'
import { collectWithMethod } from '../../billing/collect.ts'
import { hasPendingDebit } from '../../billing/debit.ts'
import { addPaymentMethod } from '../../billing/payment-methods.ts'
import { setDefaultCard } from '../../billing/set-card.ts'
import { isDebit, type CardBehaviour, type CardForm } from '../../account/cards.ts'
import {
  authenticationPage,
  redirectTo,
  isConfirmed,
  notAuthenticated,
  messagePage,
  show,
  type PageResponse,
} from '../page-response.ts'
import { readCard, readCardForm } from '../card-form.ts'
import type { Invoice, PaymentMethod } from '../../account/objects.ts'
import { amountDue, invoiceAddress, payPage, closedPage } from './page.ts'

/** Charges the card. If that succeeds, later invoices are charged to it too. */
const pay = (
  account: Account,
  invoice: Invoice,
  form: CardForm,
  { method, behaviour }: { method: PaymentMethod; behaviour: CardBehaviour },
): PageResponse => {
  account.cards.set(method.id, behaviour)
  const decline = collectWithMethod(account, invoice, method)
  if (decline) return show(payPage(invoice, { form, decline: decline.message }))
  const customer = account.customers.get(invoice.customer ?? '')
  if (customer) setDefaultCard(account, customer, method)
  return redirectTo(invoiceAddress(invoice))
}

const takeCard = (account: Account, invoice: Invoice, body: string): PageResponse => {
  const form = readCardForm(body)
  const read = readCard(form, new Date(account.now() * 1000))
  if (!('card' in read)) return show(payPage(invoice, { form, ...read }))
  const { behaviour } = read.card
  if (isDebit(behaviour))
    return show(payPage(invoice, { form, decline: 'Direct debits are not accepted here.' }))
  const method = addPaymentMethod(account, form, behaviour)
  if (behaviour !== 'authenticate') return pay(account, invoice, form, { method, behaviour })
  account.pendingCards.set(invoice.id, { paymentMethod: method.id, form })
  return redirectTo(invoiceAddress(invoice, 'authenticate'))
}

const authenticate = (account: Account, invoice: Invoice, httpMethod: string, body: string): PageResponse => {
  const pending = account.pendingCards.get(invoice.id)
  const method = account.paymentMethods.get(pending?.paymentMethod ?? '')
  if (!pending || !method) return redirectTo(invoiceAddress(invoice))
  if (httpMethod !== 'POST')
    return show(
      authenticationPage(invoiceAddress(invoice, 'authenticate'), `a payment of ${amountDue(invoice)}`),
    )
  account.pendingCards.delete(invoice.id)
  if (isConfirmed(body)) return pay(account, invoice, pending.form, { method, behaviour: 'ok' })
  return show(payPage(invoice, { form: pending.form, decline: notAuthenticated }))
}

/** Handles the pages of an invoice: `/i/<invoice>` and `/i/<invoice>/authenticate`. */
export const invoicePage = (account: Account, method: string, path: string, body: string): PageResponse => {
  const [, id = '', step] = /^\/i\/([^/]+)(\/authenticate)?$/.exec(path) ?? []
  const invoice = account.invoices.get(id)
  if (!invoice || invoice.status === 'draft')
    return show(messagePage('Page not found', 'There is no invoice at this address.'), 404)
  if (invoice.status !== 'open') return step ? redirectTo(invoiceAddress(invoice)) : show(closedPage(invoice))
  if (hasPendingDebit(account, invoice))
    return show(
      messagePage('Payment pending', 'A direct debit for this invoice is pending. It takes a few days.'),
    )
  if (step) return authenticate(account, invoice, method, body)
  return method === 'POST'
    ? takeCard(account, invoice, body)
    : show(payPage(invoice, {}, account.pendingCards.has(id)))
}
