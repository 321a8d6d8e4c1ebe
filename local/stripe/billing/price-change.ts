import { applyPatch, type Account } from '../account/account.ts'
import { declineOf, type Decline } from '../account/cards.ts'
import { newId } from '../account/ids.ts'
import type { Invoice, Price, Subscription } from '../account/objects.ts'
import { cardFor, collect } from './collect.ts'
import { draftOf, storeDraft } from './draft.ts'
import { finalizeInvoice } from './invoice.ts'
import { addPendingUpdate, discardPendingUpdate } from './pending-update.ts'
import { periodLine, unusedTimeLine } from './invoice-lines.ts'
import { intervalOf, itemOf, periodEndAfter, setItemPrice, updateSubscription } from './subscription.ts'

export interface PriceChange {
  readonly price: Price
  /** Time from which unused time is credited, in epoch seconds. Undefined if nothing is credited. */
  readonly creditFrom: number | undefined
}

/** Returns the period that starts now and is charged immediately, because the billing date moves to now. */
const newPeriod = (account: Account, price: Price) => {
  const start = account.now()
  return { start, end: periodEndAfter(start, intervalOf(price), start) }
}

const invoiceOf = (
  account: Account,
  subscription: Subscription,
  { price, creditFrom }: PriceChange,
  id: string,
): Invoice =>
  draftOf(account, subscription, {
    id,
    reason: 'subscription_update',
    lines: [
      ...(creditFrom === undefined ? [] : [unusedTimeLine(account, id, subscription, creditFrom)]),
      periodLine(account, id, subscription, { price, period: newPeriod(account, price) }),
    ],
  })

/** Returns the invoice of a change without making the change. */
export const previewPriceChange = (
  account: Account,
  subscription: Subscription,
  change: PriceChange,
): Invoice => invoiceOf(account, subscription, change, newId('upcoming_in'))

/** Returns the invoice of the next renewal, at this price. */
export const previewRenewal = (account: Account, subscription: Subscription, price: Price): Invoice => {
  const id = newId('upcoming_in')
  const { current_period_end: start } = itemOf(subscription)
  const end = periodEndAfter(start, intervalOf(price), start)
  return draftOf(account, subscription, {
    id,
    reason: 'upcoming',
    lines: [periodLine(account, id, subscription, { price, period: { start, end } })],
  })
}

const noCard: Decline = {
  code: 'resource_missing',
  declineCode: '',
  message: 'This customer has no attached payment source or default payment method.',
}

const issueInvoice = (account: Account, subscription: Subscription, change: PriceChange): Invoice => {
  const invoice = invoiceOf(account, subscription, change, newId('in'))
  storeDraft(account, invoice)
  finalizeInvoice(account, invoice)
  return invoice
}

/**
 * Changes the price now, starts a new period and charges the difference. If the card would be declined, the change
 * stays pending, or with `error_if_incomplete` nothing changes and the decline is returned.
 */
export const changePriceNow = (
  account: Account,
  subscription: Subscription,
  change: PriceChange,
  behaviour: 'error_if_incomplete' | 'pending_if_incomplete',
): Decline | undefined => {
  const card = cardFor(account, subscription)
  const isFree = previewPriceChange(account, subscription, change).amount_due === 0
  const decline = isFree ? undefined : card ? declineOf(account.cards.get(card.id) ?? 'ok') : noCard
  if (decline && (!card || behaviour === 'error_if_incomplete')) return decline
  discardPendingUpdate(account, subscription)
  const invoice = issueInvoice(account, subscription, change)
  if (decline && card) {
    addPendingUpdate(account, subscription, { invoice, price: change.price, card }, decline)
    return undefined
  }
  const { items, billing_cycle_anchor, latest_invoice } = structuredClone(subscription)
  setItemPrice(subscription, change.price, newPeriod(account, change.price))
  applyPatch(subscription, { billing_cycle_anchor: account.now(), latest_invoice: invoice.id })
  collect(account, invoice, false)
  account.emit('customer.subscription.updated', subscription, { items, billing_cycle_anchor, latest_invoice })
  return undefined
}

/** Changes the price at the start of a renewal, which is then charged at the new price. */
export const changePriceAtRenewal = (account: Account, subscription: Subscription, price: Price): void => {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  setItemPrice(subscription, price, { start, end })
  updateSubscription(account, subscription, { billing_cycle_anchor: end })
}
