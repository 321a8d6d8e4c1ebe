import type { Account } from '../account.ts'
import { itemOf } from '../billing/subscription.ts'
import { addPaymentMethod } from '../billing/payment-methods.ts'
import { useCard } from '../billing/set-card.ts'
import { detailsWith, isLive, updateSubscription } from '../billing/subscription.ts'
import type { CardBehaviour } from '../cards.ts'
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
import type { PaymentMethod, PortalSession, Subscription } from '../wire.ts'
import { overviewPage, portalAddress } from './overview.ts'
import { cardPage, cancelPage } from './steps.ts'

/** A portal's address stops working an hour after it was last used; here, after it was made. */
const lifeSeconds = 3600

/** Where the flow of a session starts; one that was completed starts nothing any more. */
const flowStart = (account: Account, { flow }: PortalSession): string | undefined => {
  if (flow?.type === 'payment_method_update') return 'card'
  const id = flow?.subscription_cancel?.subscription ?? ''
  return account.subscriptions.get(id)?.cancel_at === null ? `cancel/${id}` : undefined
}

/** What follows a change: the portal's first page, unless the flow that the session is for says otherwise. */
const afterChange = (session: PortalSession): PageAnswer => {
  const after = session.flow?.after_completion
  if (after?.redirect) return goTo(after.redirect.return_url)
  if (after?.hosted_confirmation) {
    const link = session.return_url ? { href: session.return_url, label: 'Go back' } : undefined
    const text = after.hosted_confirmation.custom_message ?? 'Your change was saved.'
    return show(noticePage('Thank you', text, link))
  }
  return goTo(portalAddress(session))
}

const saveCard = (
  account: Account,
  session: PortalSession,
  method: PaymentMethod,
  behaviour: CardBehaviour,
): PageAnswer => {
  const customer = account.customers.get(session.customer)
  if (!customer) throw new Error(`Portal session ${session.id} has no customer`)
  account.cards.set(method.id, behaviour)
  useCard(account, customer, method)
  return afterChange(session)
}

const takeCard = (account: Account, session: PortalSession, body: string): PageAnswer => {
  const form = readCardForm(body)
  const read = readCard(form, new Date(account.now() * 1000))
  if (!('card' in read)) return show(cardPage(account, session, { form, ...read }))
  if (read.card.saved === 'decline')
    return show(cardPage(account, session, { form, refusal: 'Your card was declined.' }))
  const method = addPaymentMethod(account, form, read.card.behaviour)
  if (read.card.saved === 'ok') return saveCard(account, session, method, read.card.behaviour)
  account.pendingCards.set(session.id, { paymentMethod: method.id, form })
  return goTo(portalAddress(session, 'card/authenticate'))
}

const authenticate = (account: Account, session: PortalSession, method: string, body: string): PageAnswer => {
  const pending = account.pendingCards.get(session.id)
  const card = account.paymentMethods.get(pending?.paymentMethod ?? '')
  if (!pending || !card) return goTo(portalAddress(session, 'card'))
  const address = portalAddress(session, 'card/authenticate')
  if (method !== 'POST') return show(authenticationPage(address, 'that your card may be saved'))
  account.pendingCards.delete(session.id)
  // A card whose holder has authenticated it is charged later without asking again.
  if (isConfirmed(body)) return saveCard(account, session, card, 'ok')
  return show(cardPage(account, session, { form: pending.form, refusal: notAuthenticated }))
}

const cancel = (account: Account, session: PortalSession, subscription: Subscription): PageAnswer => {
  // In flexible billing mode the portal sets the end itself and not `cancel_at_period_end`.
  updateSubscription(account, subscription, {
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: false,
    canceled_at: account.now(),
    cancellation_details: detailsWith(subscription, 'cancellation_requested'),
  })
  return afterChange(session)
}

const resume = (account: Account, session: PortalSession, subscription: Subscription): PageAnswer => {
  updateSubscription(account, subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: detailsWith(subscription, null),
  })
  return goTo(portalAddress(session))
}

const changeSubscription = (
  account: Account,
  session: PortalSession,
  { method, step, id }: { method: string; step: string; id: string },
): PageAnswer => {
  const subscription = account.subscriptions.get(id)
  if (subscription?.customer !== session.customer || !isLive(subscription))
    return goTo(portalAddress(session))
  if (step === 'resume')
    return method === 'POST' ? resume(account, session, subscription) : goTo(portalAddress(session))
  return method === 'POST'
    ? cancel(account, session, subscription)
    : show(cancelPage(account, session, subscription))
}

const closed = (session: PortalSession | undefined): PageAnswer => {
  const link = session?.return_url ? { href: session.return_url, label: 'Go back' } : undefined
  return session
    ? show(noticePage('Session expired', 'This link to your billing has expired.', link), 410)
    : show(noticePage('Page not found', 'The address of this page names no billing session.'), 404)
}

/** Answers a request of the billing portal: `/p/session/<session>` and the steps below it. */
export const portalPage = (account: Account, method: string, path: string, body: string): PageAnswer => {
  const [, id = '', step = '', target = ''] =
    /^\/p\/session\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(path) ?? []
  const session = account.portalSessions.get(id)
  const isOver = session && account.now() > session.created + lifeSeconds
  if (!session || isOver || !account.customers.has(session.customer)) return closed(session)
  if (step === 'card' && target === 'authenticate') return authenticate(account, session, method, body)
  if (step === 'card')
    return method === 'POST' ? takeCard(account, session, body) : show(cardPage(account, session))
  if (step === 'cancel' || step === 'resume')
    return changeSubscription(account, session, { method, step, id: target })
  return step === 'flow'
    ? goTo(portalAddress(session, flowStart(account, session)))
    : show(overviewPage(account, session))
}
