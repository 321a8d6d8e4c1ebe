import type { Account } from '../../account/account.ts'
import { itemOf } from '../../billing/subscription.ts'
import { addPaymentMethod } from '../../billing/payment-methods.ts'
import { setDefaultCard } from '../../billing/set-card.ts'
import { cancellationDetailsOf, isLive, updateSubscription } from '../../billing/subscription.ts'
import type { CardBehaviour } from '../../account/cards.ts'
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
import type { PaymentMethod, PortalSession, Subscription } from '../../account/objects.ts'
import { overviewPage, portalAddress } from './overview.ts'
import { cardPage, cancelPage } from './steps.ts'
import { saveVatNumber } from './vat.ts'

/** Lifetime of a portal session. Stripe counts it from the last use, the emulator from its creation. */
const lifetimeSeconds = 3600

const saveCard = (
  account: Account,
  session: PortalSession,
  method: PaymentMethod,
  behaviour: CardBehaviour,
): PageResponse => {
  const customer = account.customers.get(session.customer)
  if (!customer) throw new Error(`Portal session ${session.id} has no customer`)
  account.cards.set(method.id, behaviour)
  setDefaultCard(account, customer, method)
  return redirectTo(portalAddress(session))
}

const takeCard = (account: Account, session: PortalSession, body: string): PageResponse => {
  const form = readCardForm(body)
  const read = readCard(form, new Date(account.now() * 1000))
  if (!('card' in read)) return show(cardPage(account, session, { form, ...read }))
  if (read.card.onSave === 'decline')
    return show(cardPage(account, session, { form, decline: 'Your card was declined.' }))
  const method = addPaymentMethod(account, form, read.card.behaviour)
  if (read.card.onSave === 'ok') return saveCard(account, session, method, read.card.behaviour)
  account.pendingCards.set(session.id, { paymentMethod: method.id, form })
  return redirectTo(portalAddress(session, 'card/authenticate'))
}

const authenticate = (
  account: Account,
  session: PortalSession,
  method: string,
  body: string,
): PageResponse => {
  const pending = account.pendingCards.get(session.id)
  const card = account.paymentMethods.get(pending?.paymentMethod ?? '')
  if (!pending || !card) return redirectTo(portalAddress(session, 'card'))
  const address = portalAddress(session, 'card/authenticate')
  if (method !== 'POST') return show(authenticationPage(address, 'that your card can be saved'))
  account.pendingCards.delete(session.id)
  // Once authenticated, the card is charged later without another authentication.
  if (isConfirmed(body)) return saveCard(account, session, card, 'ok')
  return show(cardPage(account, session, { form: pending.form, decline: notAuthenticated }))
}

const cancel = (account: Account, session: PortalSession, subscription: Subscription): PageResponse => {
  // In flexible billing mode the portal sets `cancel_at` instead of `cancel_at_period_end`.
  updateSubscription(account, subscription, {
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: false,
    canceled_at: account.now(),
    cancellation_details: cancellationDetailsOf(subscription, 'cancellation_requested'),
  })
  return redirectTo(portalAddress(session))
}

const resume = (account: Account, session: PortalSession, subscription: Subscription): PageResponse => {
  updateSubscription(account, subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellationDetailsOf(subscription, null),
  })
  return redirectTo(portalAddress(session))
}

const changeSubscription = (
  account: Account,
  session: PortalSession,
  { method, step, id }: { method: string; step: string; id: string },
): PageResponse => {
  const subscription = account.subscriptions.get(id)
  if (subscription?.customer !== session.customer || !isLive(subscription))
    return redirectTo(portalAddress(session))
  if (step === 'resume')
    return method === 'POST' ? resume(account, session, subscription) : redirectTo(portalAddress(session))
  return method === 'POST'
    ? cancel(account, session, subscription)
    : show(cancelPage(account, session, subscription))
}

const closed = (session: PortalSession | undefined): PageResponse => {
  const link = session?.return_url ? { href: session.return_url, label: 'Go back' } : undefined
  return session
    ? show(messagePage('Session expired', 'This link to your billing has expired.', link), 410)
    : show(messagePage('Page not found', 'There is no billing session at this address.'), 404)
}

/** Handles the pages of the billing portal: `/p/session/<session>` and its steps. */
export const portalPage = (account: Account, method: string, path: string, body: string): PageResponse => {
  const [, id = '', step = '', target = ''] =
    /^\/p\/session\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(path) ?? []
  const session = account.portalSessions.get(id)
  const isExpired = session && account.now() > session.created + lifetimeSeconds
  if (!session || isExpired || !account.customers.has(session.customer)) return closed(session)
  if (step === 'card' && target === 'authenticate') return authenticate(account, session, method, body)
  if (step === 'card')
    return method === 'POST' ? takeCard(account, session, body) : show(cardPage(account, session))
  if (step === 'vat' && method === 'POST') {
    saveVatNumber(account, session, body)
    return redirectTo(portalAddress(session))
  }
  if (step === 'cancel' || step === 'resume')
    return changeSubscription(account, session, { method, step, id: target })
  return show(overviewPage(account, session))
}
