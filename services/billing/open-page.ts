import type { Plan } from '../../shared/values/plans.ts'
import { type Refusal, refused } from '../platform/refusal.ts'
import type { CheckoutRepository, Reservation } from './checkout.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/** A reservation without a page is under way for this long; after that its request has died. Milliseconds. */
const underWayMs = 30_000
/** How often and how long a request waits for the page that another request of the person is opening. */
const waits = 20
const waitMs = 150

export interface PageNeeds {
  readonly checkouts: CheckoutRepository
  readonly stripe: StripeGateway
  readonly siteUrl: string
  /** Waits this many milliseconds; tests that live through years do not. */
  readonly pause?: (ms: number) => Promise<unknown>
}

export interface Buyer {
  readonly userId: string
  readonly customerId: string
  readonly plan: Plan
  readonly now: Date
}

type Page = { url: string } | Refusal<'payment_in_progress'> | 'look again'

const sleep = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens the page of an attempt. The key is the attempt's, so a repeat gets the same page. */
const open = async (
  buyer: Buyer,
  reservation: Reservation,
  { stripe, checkouts, siteUrl }: PageNeeds,
): Promise<Page> => {
  const session = await stripe.openCheckout({
    buyer,
    plan: reservation.plan,
    siteUrl,
    idempotencyKey: `checkout:${buyer.userId}:${reservation.plan}:${reservation.attempt}`,
  })
  await checkouts.opened(buyer.userId, reservation, session)
  return session.url === null ? refused('payment_in_progress') : { url: session.url }
}

/** Another request of this person is opening the page of the other plan: wait for it. */
const awaitOther = async (
  buyer: Buyer,
  reservation: Reservation,
  { checkouts, pause = sleep }: PageNeeds,
): Promise<Page> => {
  for (let wait = 0; wait < waits; wait += 1) {
    await pause(waitMs)
    const current = await checkouts.reservation(buyer.userId, buyer.plan)
    if (current?.attempt !== reservation.attempt) return 'look again'
    if (current.session_id !== undefined) return 'look again'
  }
  return refused('payment_in_progress')
}

/** What to do about the page that a reservation already has: use it, close it, or say that it was paid. */
const settle = async (buyer: Buyer, reservation: Reservation & { session_id: string }, needs: PageNeeds) => {
  const session = await needs.stripe.findSession(reservation.session_id)
  if (session?.isOpen && session.url !== null && reservation.plan === buyer.plan) return { url: session.url }
  const closed = session?.isOpen ? await needs.stripe.expireSession(session.id) : session
  // The money is on its way: a second page would take it twice.
  return closed?.isUnderWay ? refused('payment_in_progress') : undefined
}

const tryOnce = async (buyer: Buyer, needs: PageNeeds): Promise<Page> => {
  const earlier = await needs.checkouts.reservation(buyer.userId, buyer.plan)
  if (earlier?.session_id !== undefined) {
    const settled = await settle(buyer, { ...earlier, session_id: earlier.session_id }, needs)
    if (settled !== undefined) return settled
  } else if (earlier?.plan === buyer.plan) {
    // Under way elsewhere, or left by a run that died: the same key opens the same page for both.
    return open(buyer, earlier, needs)
  } else if (earlier !== undefined && buyer.now.getTime() - Date.parse(earlier.reserved_at) < underWayMs) {
    return awaitOther(buyer, earlier, needs)
  }
  const reservation = await needs.checkouts.reserve(buyer.userId, buyer.plan, earlier, buyer.now)
  if (reservation === undefined) return 'look again'
  return open(buyer, reservation, needs)
}

/**
 * The one payment page that a person has open. However many requests come at once, from however many tabs,
 * one reserves and opens it and the others get the same address; choosing the other plan closes it first.
 */
export const openPage = async (buyer: Buyer, needs: PageNeeds) => {
  for (let tries = 0; tries < 5; tries += 1) {
    const page = await tryOnce(buyer, needs)
    if (page !== 'look again') return page
  }
  return refused('payment_in_progress')
}
