import { change, type Account } from '../account.ts'
import type { Session, Subscription } from '../wire.ts'
import { collect, expireIncomplete } from './collect.ts'
import { finishDebit } from './debit.ts'
import { draftInvoice } from './draft.ts'
import { endNow, intervalOf, isLive, itemOf, nextMoment, periodEndAfter } from './subscription.ts'

const renew = (account: Account, subscription: Subscription): void => {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const end = periodEndAfter(subscription.billing_cycle_anchor, intervalOf(item.price), start)
  const before = structuredClone(subscription.items)
  change(item, { current_period_start: start, current_period_end: end })
  const latest = subscription.latest_invoice
  change(subscription, { latest_invoice: draftInvoice(account, subscription, 'subscription_cycle').id })
  account.emit('customer.subscription.updated', subscription, { items: before, latest_invoice: latest })
}

const endsHere = (subscription: Subscription): boolean =>
  subscription.cancel_at_period_end ||
  (subscription.cancel_at !== null && subscription.cancel_at <= itemOf(subscription).current_period_end)

/** Ends the wait of an open session: nobody can pay it any more. */
export const expireSession = (account: Account, session: Session): void => {
  change(session, { status: 'expired', url: null })
  account.emit('checkout.session.expired', session)
}

/** A first payment has this long, in seconds: https://docs.stripe.com/billing/subscriptions/overview. */
const incompleteSeconds = 23 * 3600

interface Due {
  readonly at: number
  readonly customer: string | null
  readonly work: () => void
}

const dueSessions = (account: Account): Due[] =>
  [...account.sessions.values()]
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: session.expires_at,
      customer: session.customer,
      work: () => expireSession(account, session),
    }))

const dueSubscription = (account: Account, subscription: Subscription): Due => {
  const { customer } = subscription
  if (subscription.status === 'incomplete') {
    const work = () => expireIncomplete(account, subscription)
    return { at: subscription.created + incompleteSeconds, customer, work }
  }
  const work = () => (endsHere(subscription) ? endNow(account, subscription) : renew(account, subscription))
  return { at: nextMoment(subscription), customer, work }
}

const dueInvoices = (account: Account): Due[] =>
  [...account.invoices.values()].flatMap((invoice) => {
    const at = invoice.status === 'draft' ? invoice.automatically_finalizes_at : invoice.next_payment_attempt
    const work = () => void collect(account, invoice, true)
    return at === null ? [] : [{ at, customer: invoice.customer, work }]
  })

const dueDebits = (account: Account): Due[] =>
  [...account.debits].map(([intent, { at, succeeds }]) => ({
    at,
    customer: account.paymentIntents.get(intent)?.customer ?? null,
    work: () => finishDebit(account, intent, succeeds),
  }))

const dueOf = (account: Account): Due[] => [
  ...dueSessions(account),
  ...dueDebits(account),
  ...dueInvoices(account),
  ...[...account.subscriptions.values()].filter(isLive).map((one) => dueSubscription(account, one)),
]

/** Does everything that fell due up to now, oldest first: sessions expire, subscriptions renew or end. */
export const catchUp = (account: Account): void => {
  for (;;) {
    const due = dueOf(account).filter(({ at, customer }) => at <= account.nowOf(customer))
    const [next] = due.sort((one, other) => one.at - other.at)
    if (!next) return
    account.asOf(next.at, next.work)
  }
}
