import { applyPatch, type Account } from '../account/account.ts'
import { testCardWith, type Decline } from '../account/cards.ts'
import type { Invoice, PaymentMethod, Price, Subscription } from '../account/objects.ts'
import { chargeInvoice, closeUnpaidInvoice, countAttempt, ensurePayment, stopCollecting } from './invoice.ts'
import { itemOf, setItemPrice, updateSubscription } from './subscription.ts'

/**
 * Time for which Stripe keeps a pending update: https://docs.stripe.com/billing/subscriptions/pending-updates-reference.
 */
const pendingSeconds = 23 * 3600

interface Pending {
  readonly invoice: Invoice
  readonly price: Price
  readonly card: PaymentMethod
}

/** Leaves the payment to the cardholder, who confirms it on the page of the invoice. No card is charged. */
const requestAuthentication = (account: Account, invoice: Invoice, card: PaymentMethod): void => {
  const { payment } = ensurePayment(account, invoice)
  const intent = account.paymentIntents.get(payment.payment_intent ?? '')
  if (!intent) throw new Error(`Invoice ${invoice.id} has no payment intent`)
  countAttempt(account, invoice, false)
  applyPatch(intent, {
    payment_method: card.id,
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: null, url: `${invoice.hosted_invoice_url ?? ''}/authenticate` },
    },
  })
  account.pendingCards.set(invoice.id, {
    paymentMethod: card.id,
    form: {
      email: invoice.customer_email ?? '',
      number: testCardWith('authenticate').number,
      expiry: '',
      cvc: '',
      name: invoice.customer_name ?? '',
    },
  })
  account.emit('payment_intent.requires_action', intent)
  account.emit('invoice.payment_action_required', invoice)
}

/**
 * Makes a price change pending and attempts its payment, which fails. The change waits until its invoice is paid or it
 * expires, as with `payment_behavior=pending_if_incomplete`. Until then, the subscription continues unchanged.
 */
export const addPendingUpdate = (
  account: Account,
  subscription: Subscription,
  { invoice, price, card }: Pending,
  decline: Decline,
): void => {
  const now = account.now()
  const item = itemOf(subscription)
  stopCollecting(invoice)
  updateSubscription(account, subscription, {
    latest_invoice: invoice.id,
    pending_update: {
      billing_cycle_anchor: now,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(now + pendingSeconds, item.current_period_end),
      metadata: null,
      subscription_items: [{ ...structuredClone(item), price }],
      trial_end: null,
      trial_from_plan: null,
    },
  })
  if (decline.code === 'authentication_required') requestAuthentication(account, invoice, card)
  else chargeInvoice(account, invoice, card)
}

const applyPendingUpdate = (account: Account, subscription: Subscription, invoice: Invoice): void => {
  const price = subscription.pending_update?.subscription_items?.[0]?.price
  const period = invoice.lines.data.at(-1)?.period
  if (!price || !period) throw new Error(`The pending update of ${subscription.id} has no price`)
  const before = structuredClone(subscription.items)
  setItemPrice(subscription, price, period)
  applyPatch(subscription, { billing_cycle_anchor: period.start, pending_update: null })
  account.emit('customer.subscription.pending_update_applied', subscription)
  account.emit('customer.subscription.updated', subscription, { items: before })
}

/** Applies the pending update if its invoice was paid, and drops it if the invoice was closed unpaid. */
export const finishPendingUpdate = (account: Account, subscription: Subscription, invoice: Invoice): void => {
  if (!subscription.pending_update || subscription.latest_invoice !== invoice.id) return
  account.pendingCards.delete(invoice.id)
  if (invoice.status === 'paid') applyPendingUpdate(account, subscription, invoice)
  else updateSubscription(account, subscription, { pending_update: null })
}

/** Voids the invoice of a pending update and drops the update. */
export const discardPendingUpdate = (account: Account, subscription: Subscription): void => {
  const invoice = account.invoices.get(subscription.latest_invoice ?? '')
  if (!subscription.pending_update || invoice?.status !== 'open') return
  closeUnpaidInvoice(account, invoice, 'void')
  finishPendingUpdate(account, subscription, invoice)
}

/** Drops a pending update whose time is over. */
export const expirePendingUpdate = (account: Account, subscription: Subscription): void => {
  discardPendingUpdate(account, subscription)
  updateSubscription(account, subscription, { pending_update: null })
  account.emit('customer.subscription.pending_update_expired', subscription)
}
