import { type Plan, planFacts } from '#shared/values/plans.ts'
import { type ApiError, apiError } from '#platform/api-error.ts'
import type { CheckoutRepository, Reservation } from './checkout.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/** A reservation without a session is in progress for this long, in milliseconds. After that its request has failed. */
const reservationTimeoutMs = 30_000
/** Number and length, in milliseconds, of the waits for another request of the same user: 3 seconds in all. */
const maxWaits = 20
const waitMs = 150
const maxAttempts = 5

export interface CheckoutPageDependencies {
  readonly checkouts: CheckoutRepository
  readonly stripe: StripeGateway
  readonly siteUrl: string
  /** Waits for this many milliseconds. Tests that simulate years replace it. */
  readonly pause?: (ms: number) => Promise<unknown>
}

export interface Buyer {
  readonly userId: string
  readonly customerId: string
  /** When the details that a new customer was created with were changed. */
  readonly detailsChangedAt?: string | undefined
  readonly plan: Plan
  readonly now: Date
}

export type Page = { url: string } | ApiError<'payment_in_progress'>

const sleep = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens the page of a reservation. The idempotency key is derived from it, so a repeat returns the same page. */
const openReserved = async (
  buyer: Buyer,
  reservation: Reservation,
  { stripe, checkouts, siteUrl }: CheckoutPageDependencies,
): Promise<Page> => {
  const session = await stripe.openCheckout({
    buyer,
    plan: reservation.plan,
    siteUrl,
    idempotencyKey: `checkout:${buyer.userId}:${reservation.plan}:${reservation.attempt}`,
  })
  await checkouts.recordSession(buyer.userId, reservation, session)
  return session.url === null ? apiError('payment_in_progress') : { url: session.url }
}

/** Waits for another request of this user that is opening the page of the other plan. */
const waitForOtherRequest = async (
  buyer: Buyer,
  reservation: Reservation,
  { checkouts, pause = sleep }: CheckoutPageDependencies,
): Promise<Page | 'stale'> => {
  for (let wait = 0; wait < maxWaits; wait += 1) {
    await pause(waitMs)
    const current = await checkouts.findReservation(buyer.userId, buyer.plan)
    if (current?.attempt !== reservation.attempt || current.session_id !== undefined) return 'stale'
  }
  return apiError('payment_in_progress')
}

/**
 * Reuses the open page of a reservation when it is for the same plan, price and customer, and expires it otherwise. The
 * price differs if it was changed after the page was opened: the buyer would pay another amount than our pages show. The
 * customer differs if the earlier one was deleted at Stripe and replaced: nobody can pay on its page.
 *
 * @returns `undefined` when a new page can be opened
 */
const reuseOrExpire = async (
  buyer: Buyer,
  reservation: Reservation & { session_id: string },
  deps: CheckoutPageDependencies,
): Promise<Page | undefined> => {
  const session = await deps.stripe.findSession(reservation.session_id)
  const isSame =
    reservation.plan === buyer.plan &&
    session?.amountMinor === planFacts[buyer.plan].priceMinor &&
    session.customerId === buyer.customerId
  if (isSame && session.isOpen && session.url !== null) return { url: session.url }
  const latest = session?.isOpen ? await deps.stripe.expireSession(session.id) : session
  // The payment is still being processed: a second page could charge the user twice.
  return latest?.isProcessing ? apiError('payment_in_progress') : undefined
}

const attemptToOpen = async (buyer: Buyer, deps: CheckoutPageDependencies): Promise<Page | 'stale'> => {
  const earlier = await deps.checkouts.findReservation(buyer.userId, buyer.plan)
  if (earlier?.session_id !== undefined) {
    const page = await reuseOrExpire(buyer, { ...earlier, session_id: earlier.session_id }, deps)
    if (page !== undefined) return page
  } else if (earlier?.plan === buyer.plan) {
    // Another request is opening this page, or has failed: the idempotency key returns the same page to both.
    return openReserved(buyer, earlier, deps)
  } else if (
    earlier !== undefined &&
    buyer.now.getTime() - Date.parse(earlier.reserved_at) < reservationTimeoutMs
  ) {
    return waitForOtherRequest(buyer, earlier, deps)
  }
  const reservation = await deps.checkouts.reserve(buyer.userId, buyer.plan, earlier, buyer.now)
  return reservation === undefined ? 'stale' : openReserved(buyer, reservation, deps)
}

/**
 * Links a new customer and opens the first payment page of a user. Reads no earlier reservation, because the
 * first reservation can only be made if none exists.
 *
 * @returns `undefined`, with nothing linked, if a page was reserved before, even by a concurrent request, if the
 * details of the account have changed since, or if the account is deleted or being deleted
 */
export const openFirstPage = async (
  buyer: Buyer,
  deps: CheckoutPageDependencies,
): Promise<Page | undefined> => {
  const reservation = await deps.checkouts.linkAndReserve(buyer, buyer.plan, buyer.now)
  return reservation && openReserved(buyer, reservation, deps)
}

/**
 * Opens the payment page of a user, who has at most one open page for subscriptions and one for passes.
 * Concurrent requests return the same page. Choosing the other plan expires the open page first.
 */
export const openCheckoutPage = async (buyer: Buyer, deps: CheckoutPageDependencies): Promise<Page> => {
  for (let count = 0; count < maxAttempts; count += 1) {
    const page = await attemptToOpen(buyer, deps)
    if (page !== 'stale') return page
  }
  return apiError('payment_in_progress')
}
