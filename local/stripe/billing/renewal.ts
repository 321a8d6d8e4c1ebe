import { change, type Account } from '../account.ts'
import type { Decline } from '../cards.ts'
import type { Invoice, PaymentMethod, Session, Subscription } from '../wire.ts'
import { chargeInvoice, issueInvoice, itemOf } from './invoice.ts'
import { endNow, intervalOf, isLive, nextMoment, periodEndAfter, updateSubscription } from './subscription.ts'

/** The card that a subscription's next invoice is charged to. */
const cardFor = (account: Account, subscription: Subscription): PaymentMethod | undefined => {
  const customer = account.customers.get(subscription.customer)
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return id ? account.paymentMethods.get(id) : undefined
}

const noCard: Decline = {
  code: 'missing_payment_method',
  declineCode: '',
  message: 'There is no default payment method to charge.',
}

const renew = (account: Account, subscription: Subscription): void => {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const end = periodEndAfter(subscription.billing_cycle_anchor, intervalOf(item.price), start)
  const before = structuredClone(subscription.items)
  change(item, { current_period_start: start, current_period_end: end })
  const latest = subscription.latest_invoice
  const invoice = issueInvoice(account, subscription, 'subscription_cycle')
  account.emit('customer.subscription.updated', subscription, { items: before, latest_invoice: latest })
  const card = cardFor(account, subscription)
  const failed = card ? chargeInvoice(account, invoice, card) !== undefined : true
  if (failed) updateSubscription(account, subscription, { status: 'past_due' })
}

/**
 * Tries an open invoice again with the card that its subscription has now. A subscription that was past due
 * is active again once its latest invoice is paid. Gives the reason when the card refuses.
 */
export const payInvoice = (account: Account, invoice: Invoice): Decline | undefined => {
  const id = invoice.parent?.subscription_details?.subscription
  const subscription = account.subscriptions.get(id ?? '')
  const card = subscription && cardFor(account, subscription)
  if (!card) return noCard
  const decline = chargeInvoice(account, invoice, card)
  if (!decline && subscription.status === 'past_due' && subscription.latest_invoice === invoice.id)
    updateSubscription(account, subscription, { status: 'active' })
  return decline
}

const endsHere = (subscription: Subscription): boolean =>
  subscription.cancel_at_period_end ||
  (subscription.cancel_at !== null && subscription.cancel_at <= itemOf(subscription).current_period_end)

const expire = (account: Account, session: Session): void => {
  change(session, { status: 'expired', url: null })
  account.emit('checkout.session.expired', session)
}

interface Due {
  readonly at: number
  readonly work: () => void
}

const dueOf = (account: Account): Due[] => [
  ...[...account.sessions.values()]
    .filter((session) => session.status === 'open')
    .map((session) => ({ at: session.expires_at, work: () => expire(account, session) })),
  ...[...account.subscriptions.values()].filter(isLive).map((subscription) => ({
    at: nextMoment(subscription),
    work: () => (endsHere(subscription) ? endNow(account, subscription) : renew(account, subscription)),
  })),
]

/** Does everything that fell due up to now, oldest first: sessions expire, subscriptions renew or end. */
export const catchUp = (account: Account): void => {
  const now = account.now()
  for (;;) {
    const due = dueOf(account).filter(({ at }) => at <= now)
    const [next] = due.sort((one, other) => one.at - other.at)
    if (!next) return
    account.asOf(next.at, next.work)
  }
}

/** Ends the wait of an open session: nobody can pay it any more. */
export const expireSession = expire
