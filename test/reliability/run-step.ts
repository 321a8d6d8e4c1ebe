import { expect } from 'vitest'
import { Stripe } from 'stripe'
import { deleteAccountOf, finishDeletions, signUpAgain } from './delete-account.ts'
import {
  disputeInvoice,
  giveCredit,
  overlap,
  payInvoice,
  refundInvoice,
  withFailingStripe,
} from './money-steps.ts'
import { activeSubscriptions } from './oracle.ts'
import { changePlanOf } from './plan-steps.ts'
import type { Step } from './step-kinds.ts'
import {
  attempt,
  buy,
  buyAsGuest,
  check,
  deliver,
  deliverAtOnce,
  findAccount,
  isSubscribed,
  Killed,
  report,
  reportAsGuest,
  runReconcile,
  sessionsOf,
  setCancellation,
  verify,
  verifyAsGuest,
} from './steps.ts'
import { withdraw } from './withdrawal-steps.ts'
import { type UserName, userNames, type World } from './world.ts'

const dayMs = 24 * 3600_000

const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

export const customerIdOf = async (world: World, name: UserName) =>
  (await findAccount(world, name))?.profile.stripe_customer_id

/** Runs an action of a buyer, a bank or our staff at Stripe. Ignores it when Stripe rejects it. */
const tryAtStripe = (act: () => unknown): void => {
  try {
    act()
  } catch {
    // For example, there is nothing to refund, or the payment is already disputed.
  }
}

const cancelInPortal = async (world: World, name: UserName) => {
  for (const { id, items } of await activeSubscriptions(world, await customerIdOf(world, name))) {
    const end = items.data[0]?.current_period_end
    if (end === undefined) continue
    await world.stripe.subscriptions.update(id, { cancel_at: end }).catch((error: unknown) => {
      // The portal offers no cancellation while the plan is scheduled to change.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    })
  }
}

/** Ends the subscriptions of a user, as staff can in Stripe's dashboard. Marks them for the checks of the model. */
const endByStaff = async (world: World, name: UserName) => {
  for (const { id } of await activeSubscriptions(world, await customerIdOf(world, name))) {
    await world.stripe.subscriptions.update(id, { metadata: { ended_by_staff: 'yes' } })
    await world.stripe.subscriptions.cancel(id)
  }
}

const passTime = async (world: World, days: number) => {
  world.clock.set(new Date(world.clock.now().getTime() + days * dayMs))
  await world.stripe.customers.list({ limit: 1 }) // The emulator runs what is due at the next request.
  await world.stripeEmulator.waitUntilIdle()
}

/** Advances the clock by at most nine days at a time. Events arrive and the reconciliation runs before each move. */
const advance = async (world: World, days: number) => {
  for (let day = 0; day < days; day += 9) {
    await drain(world)
    await world.onSettled()
    await passTime(world, Math.min(9, days - day))
  }
}

const reachRenewal = async (world: World, name: UserName) => {
  const [subscription] = await activeSubscriptions(world, await customerIdOf(world, name))
  const end = subscription?.items.data[0]?.current_period_end
  if (end === undefined) return
  const days = ((end + 600) * 1000 - world.clock.now().getTime()) / dayMs
  // Ignores renewals that are further away, because all later steps would only be about ended purchases.
  if (days > 0 && days < 45) await advance(world, days)
}

const listSubscribed = async (world: World): Promise<string[]> => {
  const found: string[] = []
  for (const name of userNames) if (await isSubscribed(world, name)) found.push(name)
  return found
}

/** Runs a step while Stripe is unavailable. No user gains or loses a subscription. */
const withoutStripe = async (world: World, inner: Step): Promise<void> => {
  const before = await listSubscribed(world)
  world.stripeIsDown = true
  // Requests that the step itself makes to Stripe fail too. Requests of our code end in an API error.
  await attempt(() => run(world, inner)).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
  })
  world.stripeIsDown = false
  expect(await listSubscribed(world)).toEqual(before)
}

/** Runs a step while the table accepts only this many more requests. */
const withoutTable = async (world: World, requests: number, inner: Step): Promise<void> => {
  let remaining = requests
  world.database.onRequest = () => {
    if (remaining === 0) throw new Killed()
    remaining -= 1
  }
  await attempt(() => run(world, inner))
  world.database.onRequest = () => undefined
}

/** Runs a step of the model. */
export const run = async (world: World, current: Step): Promise<void> => {
  const { stripeEmulator } = world
  switch (current.do) {
    case 'buy':
      return buy(world, current.user, current.plan)
    case 'pay': {
      const open = (await sessionsOf(world)).filter(({ status }) => status === 'open')
      const session = pick(open, current.nth)
      return session && void (await stripeEmulator.pay(session.id, current.card))
    }
    case 'deliver': {
      const event = pick(world.queue, current.nth)
      return event && deliverAtOnce(world, event, current.copies)
    }
    case 'lose': {
      const lost = pick(world.queue, current.nth)
      world.queue = world.queue.filter((event) => event !== lost)
      return
    }
    case 'verify': {
      const session = pick(await sessionsOf(world), current.nth)
      return session && verify(world, current.user, session.id)
    }
    case 'check':
      return check(world, current.user)
    case 'cancel':
    case 'resume':
      return setCancellation(world, current.user, current.do === 'cancel')
    case 'portal-cancel':
      return cancelInPortal(world, current.user)
    case 'staff-end':
      return endByStaff(world, current.user)
    case 'delete-account':
      return deleteAccountOf(world, current.user)
    case 'sign-up-again':
      return signUpAgain(world, current.user)
    case 'start':
    case 'end':
      return report(world, current.user, current.do === 'start' ? 'started' : 'ended')
    case 'start-duplicate': {
      const customer = await customerIdOf(world, current.user)
      // We sell subscriptions for cards. A direct debit, from details that the customer stored in the portal, can only
      // pay for a second one.
      if (customer === undefined || (await activeSubscriptions(world, customer)).length === 0) return
      return tryAtStripe(() => stripeEmulator.startSubscription(customer, 'advice_monthly'))
    }
    case 'give-credit': {
      const customer = await customerIdOf(world, current.user)
      return customer === undefined ? undefined : giveCredit(world, customer, current.amount)
    }
    case 'withdraw':
      return withdraw(world, { user: current.user }, current.nth)
    case 'guest-withdraw': {
      const guestKey = pick(world.guestKeys, current.nth)
      return guestKey === undefined ? undefined : withdraw(world, { guestKey }, current.nth)
    }
    case 'card': {
      const customer = await customerIdOf(world, current.user)
      return tryAtStripe(() => customer && stripeEmulator.setCard(customer, current.card))
    }
    case 'refund':
    case 'dispute': {
      const paid = (await sessionsOf(world)).filter(({ payment_status }) => payment_status === 'paid')
      const session = pick(paid, current.nth)?.id
      return tryAtStripe(() =>
        current.do === 'refund'
          ? session && stripeEmulator.refund({ session, amount: current.amount })
          : session && stripeEmulator.dispute({ session, outcome: current.outcome }),
      )
    }
    case 'change-plan': {
      const customer = await customerIdOf(world, current.user)
      tryAtStripe(() => customer && stripeEmulator.setCard(customer, current.card))
      await changePlanOf(world, current.user, current.plan)
      return tryAtStripe(() => customer && stripeEmulator.setCard(customer, 'ok'))
    }
    case 'pay-invoice':
      return payInvoice(world, current.nth, current.by)
    case 'dispute-invoice':
      return disputeInvoice(world, current.nth, current.outcome)
    case 'refund-invoice':
      return refundInvoice(world, current.nth, current.amount)
    case 'overlap':
      return overlap(world, current.user, () => run(world, current.step))
    case 'stripe-fails':
      return withFailingStripe(world, current.after, () => run(world, current.step))
    case 'advance':
      return advance(world, current.days)
    case 'reach-renewal':
      return reachRenewal(world, current.user)
    case 'stop-paying': {
      stripeEmulator.configure({ afterRetries: current.afterRetries })
      await run(world, { do: 'card', user: current.user, card: 'decline' })
      // The time is a month until the renewal, then all its retries.
      await (current.isOffline ? passTime(world, 32 + 32) : advance(world, 32 + 28))
      if (current.paysLate) await payInvoice(world, 0, 'card')
      if (current.isOffline) await passTime(world, 0.1)
      stripeEmulator.configure({ afterRetries: 'canceled' })
      return run(world, { do: 'card', user: current.user, card: 'ok' })
    }
    case 'guest-buy':
      return buyAsGuest(world, current.nth === undefined ? undefined : pick(world.guestKeys, current.nth))
    case 'guest-start':
    case 'guest-end': {
      const key = pick(world.guestKeys, current.nth)
      return key === undefined
        ? undefined
        : reportAsGuest(world, key, current.do === 'guest-start' ? 'started' : 'ended')
    }
    case 'guest-verify': {
      const session = pick(await sessionsOf(world), current.nth)
      return session && verifyAsGuest(world, session.id)
    }
    case 'kill': {
      world.killsFunctions = true
      world.database.onTransaction = (moment) => {
        if (moment === current.moment) throw new Killed()
      }
      await attempt(() => run(world, current.step))
      world.database.onTransaction = () => undefined
      world.killsFunctions = false
      return
    }
    case 'without-stripe':
      return withoutStripe(world, current.step)
    case 'without-table':
      return withoutTable(world, current.after, current.step)
    case 'together': {
      const { onSettled } = world
      // The checks of settled states do not run while another step runs.
      world.onSettled = async () => undefined
      await Promise.all(current.steps.map((inner) => attempt(() => run(world, inner))))
      world.onSettled = onSettled
      return
    }
  }
}

/** Delivers all queued events and runs the scheduled functions. */
export const drain = async (world: World): Promise<void> => {
  await world.stripeEmulator.waitUntilIdle()
  for (let round = 0; world.queue.length > 0 && round < 5; round += 1) {
    for (const event of world.queue.toReversed()) await deliver(world, event)
    await world.stripeEmulator.waitUntilIdle()
  }
  await finishDeletions(world)
  const { failed } = await runReconcile(world)
  if (!world.killsFunctions) expect(failed).toBe(0)
  await world.stripeEmulator.waitUntilIdle()
}
