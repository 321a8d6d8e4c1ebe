import type { Stripe } from 'stripe'
import { isCancelling } from '#shared/rules/entitlement.ts'
import { isUsable, applySessionEvent } from '#shared/rules/pass.ts'
import type { Plan } from '#shared/values/plans.ts'
import { isAccountSubscribed, type Account } from '#platform/account/account.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { hashOf } from '#platform/crypto.ts'
import { applyPayment, isPassSession } from '#services/passes/apply-payment.ts'
import { openGuestCheckout } from '#services/passes/create-guest-pass/open-guest-checkout.ts'
import { recordSessionEvent } from '#services/passes/record-session-event.ts'
import { openAccountPage } from '#services/payments/open-account-page.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { passKinds } from '#services/payments/stripe/session.ts'
import { moneyEventOf } from '#services/stripe-events/money-emails/money-event.ts'
import { lookBackMs } from '#services/stripe-events/reconcile/reconcile.ts'
import { reconcileSinceLastRun } from '#services/stripe-events/reconcile/reconcile-since-last-run.ts'
import { processEvent } from '#services/stripe-events/stripe-webhook/process-event.ts'
import { startCheckout } from '#services/subscriptions/create-checkout/start-checkout.ts'
import { findLiveSubscription } from '#services/subscriptions/find-live-subscription.ts'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import type { UserName, World } from './world.ts'

/** Thrown to end a function in the middle of its work. Its caller gets no response. */
export class Killed extends Error {}

/** Finds the current account of a user. Returns `undefined` after its deletion. */
export const findAccount = ({ deps, accounts }: World, user: UserName): Promise<Account | undefined> =>
  deps.customers.find(accounts[user])

/**
 * Authenticates a user.
 *
 * @throws ApiError `unauthorized` after the deletion of the account
 */
export const accountOf = async (world: World, user: UserName): Promise<Account> => {
  const account = await findAccount(world, user)
  if (account === undefined) throw apiError('unauthorized')
  return account
}

export const isSubscribed = async (world: World, user: UserName): Promise<boolean> => {
  const account = await findAccount(world, user)
  return account !== undefined && isAccountSubscribed(account, world.clock.now())
}

export const buy = async (world: World, user: UserName, plan: Plan): Promise<void> => {
  const { deps, clock } = world
  const account = await accountOf(world, user)
  const now = clock.now()
  if (plan !== 'one-time') return void (await startCheckout(account, plan, deps, now))
  if (isAccountSubscribed(account, now)) return
  await openAccountPage(account, { plan, now }, deps)
}

export const sessionsOf = async ({ stripe }: World): Promise<Stripe.Checkout.Session[]> =>
  (await stripe.checkout.sessions.list({ limit: 100 })).data

/** Runs the success page's request for any session. It must ignore sessions of other accounts. */
export const verify = async (world: World, user: UserName, sessionId: string): Promise<void> => {
  const { deps, clock } = world
  const { user_id: userId } = (await accountOf(world, user)).profile
  const session = await deps.stripe.findSession(sessionId)
  if (session === undefined || session.userId !== userId) return
  const now = clock.now()
  if (session.mode === 'payment') return void (await applyPayment(session, deps, now))
  const { customerId } = session
  if (customerId !== null) await syncCustomer({ userId, customerId, now }, deps)
}

export const check = async (world: World, user: UserName): Promise<void> => {
  const { profile } = await accountOf(world, user)
  if ((await isSubscribed(world, user)) || profile.stripe_customer_id === undefined) return
  const customerId = profile.stripe_customer_id
  await syncCustomer({ userId: profile.user_id, customerId, now: world.clock.now() }, world.deps)
}

/** Cancels the subscription of a user at the end of its period, or resumes it. */
export const setCancellation = async (world: World, user: UserName, cancel: boolean): Promise<void> => {
  const { deps, clock } = world
  const account = await accountOf(world, user)
  const live = await findLiveSubscription(account, deps.stripe)
  if (live === undefined) return
  const { customerId, subscription } = live
  if (cancel && !isCancelling(subscription)) {
    await planChangeGateway.cancelPlanChange(subscription.id)
    await deps.stripe.scheduleCancellation(subscription)
  }
  if (!cancel && isCancelling(subscription)) await deps.stripe.removeScheduledCancellation(subscription)
  await syncCustomer({ userId: account.profile.user_id, customerId, now: clock.now() }, deps)
}

export const report = async (world: World, user: UserName, event: 'started' | 'ended'): Promise<void> => {
  const { deps, clock } = world
  const now = clock.now()
  const find = async () =>
    (await deps.passes.listByUser(world.accounts[user]))?.find(({ pass }) => isUsable(pass, now))
  const before = await find()
  const outcome = await recordSessionEvent({ event, now, find }, deps)
  if (before && outcome instanceof ApiError && applySessionEvent(before.pass, event, now) !== 'over')
    throw outcome
}

/** Opens a guest checkout for a new pass, or for the pass of a guest key. */
export const buyAsGuest = async (world: World, guestKey: string | undefined): Promise<void> => {
  const page = await openGuestCheckout(guestKey, world.deps, world.clock.now())
  if ('guest_key' in page && !world.guestKeys.includes(page.guest_key)) world.guestKeys.push(page.guest_key)
}

export const verifyAsGuest = async ({ deps, clock }: World, sessionId: string): Promise<void> => {
  const session = await deps.stripe.findSession(sessionId)
  if (session !== undefined && isPassSession(session) && session.kind === passKinds.guest)
    await applyPayment(session, deps, clock.now())
}

export const reportAsGuest = async (
  { deps, clock }: World,
  key: string,
  event: 'started' | 'ended',
): Promise<void> => {
  const find = () => deps.passes.findByKeyHash(hashOf(key))
  await recordSessionEvent({ event, now: clock.now(), find }, deps)
}

/** Delivers an event. It stays in the queue when the function fails, as at Stripe. */
export const deliver = async (world: World, event: Stripe.Event): Promise<void> => {
  await processEvent(event, world.deps, world.clock.now())
  world.queue = world.queue.filter(({ id }) => id !== event.id)
}

/** Delivers copies of an event at the same moment. */
export const deliverAtOnce = async (world: World, event: Stripe.Event, copies: number): Promise<void> => {
  const deliveries = Array.from({ length: copies }, () => deliver(world, event))
  // None is still running when the step ends, even if one has failed.
  await Promise.allSettled(deliveries)
  await Promise.all(deliveries)
}

/** Stripe keeps events for 30 days. */
const eventRetentionMs = 30 * 24 * 3600_000

/** Returns the ids of the object of an event, and of the payment that it is about. */
export const namedIn = ({ data: { object } }: Stripe.Event): string[] =>
  ['id', 'payment_intent']
    .map((field): unknown => Reflect.get(object, field))
    .filter((id) => typeof id === 'string')

/** Records the objects of lost events that are too old for Stripe's list and were not reconciled before. */
const recordUnreadable = async ({ allEvents, queue, deps, unreadable }: World, since: Date, now: Date) => {
  const isTooOld = (created: number) =>
    created * 1000 >= since.getTime() && created * 1000 <= now.getTime() - eventRetentionMs
  for (const source of allEvents) {
    const { id, created } = source
    const event = moneyEventOf(source)
    if (event === undefined || !isTooOld(created) || queue.some((waiting) => waiting.id === id)) continue
    if (await deps.events.isProcessed(id)) continue
    for (const named of namedIn(source)) unreadable.add(named)
  }
}

/** Runs the reconciliation, which goes back to the last complete run. */
export const runReconcile = async (world: World) => {
  const now = world.clock.now()
  const since = new Date(world.reconciledAt.getTime() - lookBackMs)
  const runs = {
    findReadUntil: async () => world.reconciledAt,
    recordReadUntil: async (time: Date) => {
      world.reconciledAt = time
    },
  }
  const report = await reconcileSinceLastRun({ ...world.deps, runs }, now)
  if (report.hasGap) await recordUnreadable(world, since, now)
  return report
}

/** Runs a step that an API error or a killed function may cut short. Rethrows every other error. */
export const attempt = async (step: () => Promise<unknown>): Promise<void> => {
  try {
    await step()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Killed ? error.cause : error
    if (!(cause instanceof ApiError) && !(cause instanceof Killed)) throw error
  }
}
