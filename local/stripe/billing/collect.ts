import { change, type Account } from '../account.ts'
import type { Decline } from '../cards.ts'
import type { Invoice, PaymentMethod, Subscription } from '../wire.ts'
import { draftInvoice } from './draft.ts'
import { chargeInvoice, failWithoutCard, finalizeInvoice, giveUpInvoice, stopCollecting } from './invoice.ts'
import { detailsWith, endNow, isLive, updateSubscription } from './subscription.ts'

/** The card that a subscription's next invoice is charged to. */
const cardFor = (account: Account, subscription: Subscription): PaymentMethod | undefined => {
  const customer = account.customers.get(subscription.customer)
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return id ? account.paymentMethods.get(id) : undefined
}

/** The subscription that an invoice is for. */
export const subscriptionOf = (account: Account, invoice: Invoice): Subscription | undefined =>
  account.subscriptions.get(invoice.parent?.subscription_details?.subscription ?? '')

const recovers = ({ status }: Subscription) =>
  status === 'past_due' || status === 'unpaid' || status === 'incomplete'

/** Only the latest invoice decides: https://docs.stripe.com/billing/subscriptions/overview. */
const afterSettling = (account: Account, invoice: Invoice): void => {
  const subscription = subscriptionOf(account, invoice)
  if (subscription?.latest_invoice === invoice.id && recovers(subscription))
    updateSubscription(account, subscription, { status: 'active' })
}

/** Nothing is tried any more: what the account is set to do with the subscription. */
export const exhaust = (account: Account, invoice: Invoice, subscription: Subscription): void => {
  stopCollecting(invoice)
  const end = account.settings.afterRetries
  if (end === 'unpaid') updateSubscription(account, subscription, { status: 'unpaid' })
  if (end === 'canceled') endNow(account, subscription, detailsWith(subscription, 'payment_failed'))
}

const afterFailing = (account: Account, invoice: Invoice): void => {
  const subscription = subscriptionOf(account, invoice)
  if (!subscription || !isLive(subscription) || invoice.billing_reason !== 'subscription_cycle') return
  if (subscription.status === 'active') updateSubscription(account, subscription, { status: 'past_due' })
}

/** Issues the invoice of a subscription's first period, open and unpaid. */
export const issueFirstInvoice = (account: Account, subscription: Subscription): Invoice => {
  const invoice = draftInvoice(account, subscription, 'subscription_create')
  finalizeInvoice(account, invoice)
  change(subscription, { latest_invoice: invoice.id })
  return invoice
}

/** Charges an open invoice to a card that its customer has just given, and lets the subscription follow. */
export const collectFrom = (
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
): Decline | undefined => {
  const decline = chargeInvoice(account, invoice, method)
  if (decline) afterFailing(account, invoice)
  else afterSettling(account, invoice)
  return decline
}

/**
 * Tries an invoice with the card that its subscription has now; a draft is issued first. Gives the reason
 * when the card refuses. After the last try of the schedule the subscription is cancelled or unpaid.
 */
export const collect = (account: Account, invoice: Invoice, automatic: boolean): Decline | undefined => {
  if (invoice.status === 'draft') finalizeInvoice(account, invoice)
  const subscription = subscriptionOf(account, invoice)
  const card = subscription && cardFor(account, subscription)
  const decline = card
    ? chargeInvoice(account, invoice, card, { automatic })
    : failWithoutCard(account, invoice, automatic)
  if (!decline) {
    afterSettling(account, invoice)
    return undefined
  }
  afterFailing(account, invoice)
  if (automatic && invoice.next_payment_attempt === null && subscription && isLive(subscription))
    exhaust(account, invoice, subscription)
  return decline
}

/** Writes an open invoice off as a bad debt; a subscription that waited for it goes on. */
export const writeOff = (account: Account, invoice: Invoice): void => {
  giveUpInvoice(account, invoice, 'uncollectible')
  afterSettling(account, invoice)
}

/** A first payment that did not come within 23 hours: the subscription never begins. */
export const expireIncomplete = (account: Account, subscription: Subscription): void => {
  const invoice = account.invoices.get(subscription.latest_invoice ?? '')
  if (invoice?.status === 'open') giveUpInvoice(account, invoice, 'void')
  change(subscription, { ended_at: account.now() })
  updateSubscription(account, subscription, { status: 'incomplete_expired' })
}
