import { applyPatch, type Account } from '../account/account.ts'
import type { Session, Subscription } from '../account/objects.ts'
import { collect, expireIncompleteSubscription, resumeCollection } from './collect.ts'
import { finishDebit } from './debit.ts'
import { draftInvoice } from './draft.ts'
import { expirePendingUpdate } from './pending-update.ts'
import { startNextPhase } from './schedule.ts'
import {
  endSubscription,
  intervalOf,
  isLive,
  itemOf,
  nextBillingTime,
  periodEndAfter,
} from './subscription.ts'

const renew = (account: Account, subscription: Subscription): void => {
  startNextPhase(account, subscription)
  const item = itemOf(subscription)
  const start = item.current_period_end
  const end = periodEndAfter(subscription.billing_cycle_anchor, intervalOf(item.price), start)
  const before = structuredClone(subscription.items)
  applyPatch(item, { current_period_start: start, current_period_end: end })
  const latest = subscription.latest_invoice
  applyPatch(subscription, { latest_invoice: draftInvoice(account, subscription, 'subscription_cycle').id })
  account.emit('customer.subscription.updated', subscription, { items: before, latest_invoice: latest })
}

const endsWithPeriod = (subscription: Subscription): boolean =>
  subscription.cancel_at_period_end ||
  (subscription.cancel_at !== null && subscription.cancel_at <= itemOf(subscription).current_period_end)

/** Expires an open session, which can then no longer be paid. */
export const expireSession = (account: Account, session: Session): void => {
  applyPatch(session, { status: 'expired', url: null })
  account.emit('checkout.session.expired', session)
}

/** Time limit of a first payment, in seconds: https://docs.stripe.com/billing/subscriptions/overview. */
const incompleteSeconds = 23 * 3600

interface DueTask {
  readonly at: number
  readonly customer: string | null
  readonly work: () => void
}

const dueSessions = (account: Account): DueTask[] =>
  [...account.sessions.values()]
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: session.expires_at,
      customer: session.customer,
      work: () => expireSession(account, session),
    }))

const dueSubscription = (account: Account, subscription: Subscription): DueTask => {
  const { customer } = subscription
  if (subscription.status === 'incomplete') {
    const work = () => expireIncompleteSubscription(account, subscription)
    return { at: subscription.created + incompleteSeconds, customer, work }
  }
  const work = () =>
    endsWithPeriod(subscription) ? endSubscription(account, subscription) : renew(account, subscription)
  return { at: nextBillingTime(subscription), customer, work }
}

const dueResumptions = (account: Account): DueTask[] =>
  [...account.subscriptions.values()].filter(isLive).flatMap((subscription) => {
    const at = subscription.pause_collection?.resumes_at ?? null
    const work = () => resumeCollection(account, subscription)
    return at === null ? [] : [{ at, customer: subscription.customer, work }]
  })

const dueInvoices = (account: Account): DueTask[] =>
  [...account.invoices.values()].flatMap((invoice) => {
    const at = invoice.status === 'draft' ? invoice.automatically_finalizes_at : invoice.next_payment_attempt
    const work = () => void collect(account, invoice, true)
    return at === null ? [] : [{ at, customer: invoice.customer, work }]
  })

const dueDebits = (account: Account): DueTask[] =>
  [...account.debits].map(([intent, { at, succeeds }]) => ({
    at,
    customer: account.paymentIntents.get(intent)?.customer ?? null,
    work: () => finishDebit(account, intent, succeeds),
  }))

const duePendingUpdates = (account: Account): DueTask[] =>
  [...account.subscriptions.values()].filter(isLive).flatMap((subscription) => {
    const at = subscription.pending_update?.expires_at
    const work = () => expirePendingUpdate(account, subscription)
    return at === undefined ? [] : [{ at, customer: subscription.customer, work }]
  })

const dueTasks = (account: Account): DueTask[] => [
  ...dueSessions(account),
  ...dueDebits(account),
  ...dueResumptions(account),
  ...duePendingUpdates(account),
  ...dueInvoices(account),
  ...[...account.subscriptions.values()].filter(isLive).map((one) => dueSubscription(account, one)),
]

/** Runs everything that is due, oldest first: expires sessions, renews or ends subscriptions, collects invoices. */
export const runDueTasks = (account: Account): void => {
  for (;;) {
    const due = dueTasks(account).filter(({ at, customer }) => at <= account.nowOf(customer))
    const [next] = due.sort((one, other) => one.at - other.at)
    if (!next) return
    account.asOf(next.at, next.work)
  }
}
