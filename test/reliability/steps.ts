import type { Stripe } from 'stripe'
import { isUsable, reported } from '../../shared/rules/pass.ts'
import type { Plan } from '../../shared/values/plans.ts'
import { applyPayment, isOfPass } from '../../services/billing/apply-payment.ts'
import { openForGuest } from '../../services/billing/create-guest-pass/open-for-guest.ts'
import { startCheckout } from '../../services/billing/create-checkout/start-checkout.ts'
import { customerOf } from '../../services/billing/customer-of.ts'
import { isEnding, liveSubscription } from '../../services/billing/live-subscription.ts'
import { openPage } from '../../services/billing/open-page.ts'
import { reconcile } from '../../services/billing/reconcile/reconcile.ts'
import { reportEvent } from '../../services/billing/report-event.ts'
import { passKinds } from '../../services/billing/stripe-session.ts'
import { receive } from '../../services/billing/stripe-webhook/receive.ts'
import { syncCustomer } from '../../services/billing/sync-customer.ts'
import { hashOf } from '../../services/platform/crypto.ts'
import { isMemberSubscribed, type Member } from '../../services/platform/member.ts'
import { Refusal, refused } from '../../services/platform/refusal.ts'
import type { PersonName, World } from './world.ts'

/** What a killed function's caller sees: no answer. */
export class Killed extends Error {}

/** The account that somebody has; `undefined` while they have none. */
export const findMember = ({ needs, accounts }: World, who: PersonName): Promise<Member | undefined> =>
  needs.billing.find(accounts[who])

/** The account as a call would find it: without one, the call is turned away. */
export const memberOf = async (world: World, who: PersonName): Promise<Member> => {
  const member = await findMember(world, who)
  if (member === undefined) throw refused('unauthorized')
  return member
}

export const isSubscribed = async (world: World, who: PersonName): Promise<boolean> => {
  const member = await findMember(world, who)
  return member !== undefined && isMemberSubscribed(member, world.clock.now())
}

export const buy = async (world: World, who: PersonName, plan: Plan): Promise<void> => {
  const { needs, clock } = world
  const member = await memberOf(world, who)
  const now = clock.now()
  if (plan !== 'one-time') return void (await startCheckout(member, plan, needs, now))
  if (isMemberSubscribed(member, now)) return
  const customerId = await customerOf(member, needs)
  await openPage({ userId: member.profile.user_id, customerId, plan, now }, needs)
}

export const sessionsOf = async ({ stripe }: World): Promise<Stripe.Checkout.Session[]> =>
  (await stripe.checkout.sessions.list({ limit: 100 })).data

/** The success page's question, asked for whoever it is: of somebody else's session it must do nothing. */
export const verify = async (world: World, who: PersonName, session: string): Promise<void> => {
  const { needs, clock } = world
  const { user_id: userId } = (await memberOf(world, who)).profile
  const found = await needs.stripe.findSession(session)
  if (found === undefined || found.userId !== userId) return
  const now = clock.now()
  if (found.mode === 'payment') return void (await applyPayment(found, needs, now))
  if (found.customerId !== null) await syncCustomer({ userId, customerId: found.customerId, now }, needs)
}

export const check = async (world: World, who: PersonName): Promise<void> => {
  const { profile } = await memberOf(world, who)
  if ((await isSubscribed(world, who)) || profile.stripe_customer_id === undefined) return
  const customerId = profile.stripe_customer_id
  await syncCustomer({ userId: profile.user_id, customerId, now: world.clock.now() }, world.needs)
}

export const changeEnd = async (world: World, who: PersonName, ends: boolean): Promise<void> => {
  const { needs, clock } = world
  const member = await memberOf(world, who)
  const live = await liveSubscription(member, needs.stripe)
  if (live === undefined) return
  if (ends && !isEnding(live.subscription)) await needs.stripe.scheduleEnd(live.subscription.id)
  if (!ends && isEnding(live.subscription)) await needs.stripe.liftEnd(live.subscription)
  const { user_id: userId } = member.profile
  await syncCustomer({ userId, customerId: live.customerId, now: clock.now() }, needs)
}

export const report = async (world: World, who: PersonName, event: 'started' | 'ended'): Promise<void> => {
  const { needs, clock } = world
  const now = clock.now()
  const find = async () =>
    (await needs.passes.of(world.accounts[who]))?.find(({ pass }) => isUsable(pass, now))
  const before = await find()
  const outcome = await reportEvent({ event, now, find }, needs)
  if (before && outcome instanceof Refusal && reported(before.pass, event, now) !== 'over') throw outcome
}

/** Buys without an account, or extends the pass that a key opens. */
export const buyAsGuest = async (world: World, heldKey: string | undefined): Promise<void> => {
  const page = await openForGuest(heldKey, world.needs, world.clock.now())
  if ('guest_key' in page && !world.guestKeys.includes(page.guest_key)) world.guestKeys.push(page.guest_key)
}

export const verifyAsGuest = async ({ needs, clock }: World, session: string): Promise<void> => {
  const found = await needs.stripe.findSession(session)
  if (found !== undefined && isOfPass(found) && found.kind === passKinds.guest)
    await applyPayment(found, needs, clock.now())
}

export const reportAsGuest = async (
  { needs, clock }: World,
  key: string,
  event: 'started' | 'ended',
): Promise<void> => {
  const find = () => needs.passes.byKeyHash(hashOf(key))
  await reportEvent({ event, now: clock.now(), find }, needs)
}

/** Delivers an event; a function that fails leaves it in the queue, as Stripe does. */
export const deliver = async (world: World, event: Stripe.Event): Promise<void> => {
  await receive(event, world.needs, world.clock.now())
  world.queue = world.queue.filter(({ id }) => id !== event.id)
}

export const sweep = async ({ needs, clock }: World) => reconcile(needs, clock.now())

/** Does a step that a refusal or a killed function may cut short. Anything else is a fault of ours. */
export const attempt = async (step: () => Promise<unknown>): Promise<void> => {
  try {
    await step()
  } catch (fault) {
    const root = fault instanceof Error && fault.cause instanceof Killed ? fault.cause : fault
    if (!(root instanceof Refusal) && !(root instanceof Killed)) throw fault
  }
}
