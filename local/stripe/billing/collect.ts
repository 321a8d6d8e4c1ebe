import { applyPatch, type Account } from '../account/account.ts'
import { isDebit, type Decline } from '../account/cards.ts'
import type { Invoice, PaymentMethod, Subscription } from '../account/objects.ts'
import { debitInvoice } from './debit.ts'
import { draftInvoice } from './draft.ts'
import {
  chargeInvoice,
  closeUnpaidInvoice,
  finalizeInvoice,
  finalizeUnpaid,
  markInvoicePaid,
  recordMissingCard,
  stopCollecting,
} from './invoice.ts'
import {
  markSubscriptionPastDue,
  reactivateSubscription,
  endRetries,
  subscriptionOf,
} from './subscription-status.ts'
import { isLive, updateSubscription } from './subscription.ts'

/** Returns the card that a subscription's next invoice is charged to. */
export const cardFor = (account: Account, subscription: Subscription): PaymentMethod | undefined => {
  const customer = account.customers.get(subscription.customer)
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return id ? account.paymentMethods.get(id) : undefined
}

/** Issues the invoice of a subscription's first period. It is open, unless the customer's balance pays it. */
export const issueFirstInvoice = (account: Account, subscription: Subscription): Invoice => {
  const invoice = draftInvoice(account, subscription, 'subscription_create')
  finalizeInvoice(account, invoice)
  applyPatch(subscription, { latest_invoice: invoice.id })
  if (invoice.status === 'paid') reactivateSubscription(account, invoice)
  return invoice
}

/** Charges an open invoice to a card that the customer just entered, and updates the subscription's status. */
export const collectWithMethod = (
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
): Decline | undefined => {
  const decline = chargeInvoice(account, invoice, method)
  if (decline) markSubscriptionPastDue(account, invoice)
  else reactivateSubscription(account, invoice)
  return decline
}

/**
 * Finishes the draft of a subscription whose collection is paused, without charging anything. The subscription keeps
 * its status: https://docs.stripe.com/billing/subscriptions/pause-payment.
 */
const finishPausedDraft = (
  account: Account,
  invoice: Invoice,
  { behavior }: NonNullable<Subscription['pause_collection']>,
): void => {
  if (behavior === 'keep_as_draft') return stopCollecting(invoice)
  finalizeUnpaid(account, invoice)
  closeUnpaidInvoice(account, invoice, behavior === 'void' ? 'void' : 'uncollectible')
}

/** Resumes the collection of a subscription's payments after a pause. */
export const resumeCollection = (account: Account, subscription: Subscription): void =>
  updateSubscription(account, subscription, { pause_collection: null })

/** Voids an open invoice, which can then no longer be paid. A past-due subscription becomes active again. */
export const voidInvoice = (account: Account, invoice: Invoice): void => {
  closeUnpaidInvoice(account, invoice, 'void')
  reactivateSubscription(account, invoice)
}

/**
 * Charges an invoice to its subscription's current card, unless the customer's balance pays it. Issues drafts first.
 * Returns the decline, if any; a direct debit succeeds or fails days later. The last scheduled retry ends the subscription
 * or makes it unpaid.
 */
export const collect = (account: Account, invoice: Invoice, automatic: boolean): Decline | undefined => {
  const subscription = subscriptionOf(account, invoice)
  if (automatic && invoice.status === 'draft' && subscription?.pause_collection) {
    finishPausedDraft(account, invoice, subscription.pause_collection)
    return undefined
  }
  if (invoice.status === 'draft') finalizeInvoice(account, invoice)
  if (invoice.status === 'paid') {
    reactivateSubscription(account, invoice)
    return undefined
  }
  const card = subscription && cardFor(account, subscription)
  if (card && isDebit(account.cards.get(card.id) ?? 'ok')) {
    debitInvoice(account, invoice, card)
    return undefined
  }
  const decline = card
    ? chargeInvoice(account, invoice, card, { automatic })
    : recordMissingCard(account, invoice, automatic)
  if (!decline) {
    reactivateSubscription(account, invoice)
    return undefined
  }
  markSubscriptionPastDue(account, invoice)
  if (automatic && invoice.next_payment_attempt === null && subscription && isLive(subscription))
    endRetries(account, invoice, subscription)
  return decline
}

/** Marks an invoice as paid outside of Stripe, for example by bank transfer. Nothing is charged. */
export const recordOutsidePayment = (account: Account, invoice: Invoice): void => {
  if (invoice.status === 'draft') finalizeInvoice(account, invoice)
  if (invoice.status !== 'paid') markInvoicePaid(account, invoice)
  reactivateSubscription(account, invoice)
}

/** Writes off an open invoice as uncollectible. A past-due subscription becomes active again. */
export const writeOff = (account: Account, invoice: Invoice): void => {
  closeUnpaidInvoice(account, invoice, 'uncollectible')
  reactivateSubscription(account, invoice)
}

/** Expires a subscription whose first payment did not arrive within 23 hours. */
export const expireIncompleteSubscription = (account: Account, subscription: Subscription): void => {
  const invoice = account.invoices.get(subscription.latest_invoice ?? '')
  if (invoice?.status === 'open') closeUnpaidInvoice(account, invoice, 'void')
  applyPatch(subscription, { ended_at: account.now() })
  updateSubscription(account, subscription, { status: 'incomplete_expired' })
}
