import { change, type Account } from '../account.ts'
import { isDebit, type Decline } from '../cards.ts'
import type { Invoice, PaymentMethod, Subscription } from '../wire.ts'
import { debitInvoice } from './debit.ts'
import { draftInvoice } from './draft.ts'
import { chargeInvoice, failWithoutCard, finalizeInvoice, giveUpInvoice } from './invoice.ts'
import { afterFailing, afterSettling, exhaust, subscriptionOf } from './outcome.ts'
import { isLive, updateSubscription } from './subscription.ts'

/** The card that a subscription's next invoice is charged to. */
const cardFor = (account: Account, subscription: Subscription): PaymentMethod | undefined => {
  const customer = account.customers.get(subscription.customer)
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return id ? account.paymentMethods.get(id) : undefined
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
 * when the card refuses; what comes of a direct debit shows days later. After the last try of the schedule the subscription is cancelled or unpaid.
 */
export const collect = (account: Account, invoice: Invoice, automatic: boolean): Decline | undefined => {
  if (invoice.status === 'draft') finalizeInvoice(account, invoice)
  const subscription = subscriptionOf(account, invoice)
  const card = subscription && cardFor(account, subscription)
  if (card && isDebit(account.cards.get(card.id) ?? 'ok')) {
    debitInvoice(account, invoice, card)
    return undefined
  }
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
