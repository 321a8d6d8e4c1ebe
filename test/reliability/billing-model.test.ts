import fc from 'fast-check'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAgain, finishDeletions, deleteAccountOf, accountHolders, recordsOf } from './delete-account.ts'
import { expectEveryPoundMatched, expectLatePaymentsBuyAccess } from './money-invariants.ts'
import { expectOneTruthfulEmailEach } from './email-invariants.ts'
import { overlap, payInvoice, refundInvoice, withFailingStripe } from './money-steps.ts'
import { activeSubscriptions, hasEverPaid, shouldHaveAccess } from './oracle.ts'
import {
  attempt,
  buy,
  buyAsGuest,
  check,
  deliver,
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
import { changePlanOf } from './plan-steps.ts'
import { expectPaidPassesApplied, expectPaidPurchasesOnly } from './pass-invariants.ts'
import { expectRepeatedEventsIgnored } from './repeated-events.ts'
import { expectWithdrawalsRefundedOnce } from './withdrawal-invariants.ts'
import { withdraw } from './withdrawal-steps.ts'
import { duplicateExamples, step, type Step, yearLongExamples } from './step-kinds.ts'
import { openWorld, type UserName, userNames, type World } from './world.ts'

/**
 * The number of runs and the seed are fixed, so that a failure comes from a change and not from chance. A long run:
 * `MODEL_RUNS=5000 MODEL_SEED=7 npx vitest run --project reliability billing-model` (7 stands for any other seed).
 * `MODEL_SHRINK=off` reports the first failure as it is, without a search for the shortest sequence.
 */
const numRuns = Number(process.env['MODEL_RUNS'] ?? 100)
const seed = Number(process.env['MODEL_SEED'] ?? 20_270_301)
const maxSteps = 40
const dayMs = 24 * 3600_000

const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

const customerIdOf = async (world: World, name: UserName) =>
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

/** Advances the clock by at most nine days at a time. Events arrive and the reconciliation runs before each move. */
const advance = async (world: World, days: number) => {
  for (let day = 0; day < days; day += 9) {
    await drain(world)
    world.clock.set(new Date(world.clock.now().getTime() + Math.min(9, days - day) * dayMs))
    await world.stripe.customers.list({ limit: 1 }) // The emulator runs what is due at the next request.
    await world.stripeEmulator.waitUntilIdle()
  }
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
  // Requests that the step itself makes to Stripe fail too. Those of our code end in an API error.
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

const run = async (world: World, current: Step): Promise<void> => {
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
      for (let copy = 0; event && copy < current.copies; copy += 1) await deliver(world, event)
      return
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
    case 'delete-account':
      return deleteAccountOf(world, current.user)
    case 'sign-up-again':
      return signUpAgain(world, current.user)
    case 'start':
    case 'end':
      return report(world, current.user, current.do === 'start' ? 'started' : 'ended')
    case 'start-duplicate': {
      const customer = await customerIdOf(world, current.user)
      return tryAtStripe(() => customer && stripeEmulator.startSubscription(customer, 'advice_monthly'))
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
      return payInvoice(world, current.nth)
    case 'refund-invoice':
      return refundInvoice(world, current.nth, current.amount)
    case 'overlap':
      return overlap(world, current.user, () => run(world, current.step))
    case 'stripe-fails':
      return withFailingStripe(world, current.after, () => run(world, current.step))
    case 'advance':
      return advance(world, current.days)
    case 'stop-paying': {
      await run(world, { do: 'card', user: current.user, card: 'decline' })
      // A month until the renewal, then all its retries.
      await advance(world, 32 + 28)
      if (current.paysLate) await payInvoice(world, 0)
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
      world.database.onTransaction = (moment) => {
        if (moment === current.moment) throw new Killed()
      }
      await attempt(() => run(world, current.step))
      world.database.onTransaction = () => undefined
      return
    }
    case 'without-stripe':
      return withoutStripe(world, current.step)
    case 'without-table':
      return withoutTable(world, current.after, current.step)
    case 'together':
      return void (await Promise.all(current.steps.map((inner) => attempt(() => run(world, inner)))))
  }
}

/** Delivers all queued events and runs the scheduled functions. */
const drain = async (world: World): Promise<void> => {
  await world.stripeEmulator.waitUntilIdle()
  for (let round = 0; world.queue.length > 0 && round < 5; round += 1) {
    for (const event of world.queue.toReversed()) await deliver(world, event)
    await world.stripeEmulator.waitUntilIdle()
  }
  await finishDeletions(world)
  expect(await runReconcile(world)).toMatchObject({ failed: 0 })
  await world.stripeEmulator.waitUntilIdle()
}

const expectNoUnpaidAccess = async (world: World) => {
  for (const name of userNames)
    if (await isSubscribed(world, name))
      expect(await hasEverPaid(world, await customerIdOf(world, name)), `${name} has paid`).toBe(true)
}

const expectAccessAsAtStripe = async (world: World) => {
  for (const name of await accountHolders(world)) {
    const customer = await customerIdOf(world, name)
    expect(await isSubscribed(world, name), `access of ${name}`).toBe(await shouldHaveAccess(world, customer))
    const subscriptions = await activeSubscriptions(world, customer)
    for (const { id, cancel_at: end, items } of subscriptions)
      if (end !== null)
        expect(end, `end of ${id}`).toBeGreaterThanOrEqual(items.data[0]?.current_period_end ?? 0)
    expect(subscriptions.length, `subscriptions of ${name}`).toBeLessThanOrEqual(1)
  }
}

/** Deleted accounts are charged no more, and late events restore none of their records. */
const expectDeletedAccountsGone = async (world: World) => {
  for (const { account, customer } of world.deletedAccounts) {
    if ((await world.deps.customers.find(account)) !== undefined) continue
    expect(await activeSubscriptions(world, customer), `subscriptions of deleted ${account}`).toEqual([])
    expect(recordsOf(world, account), `records of deleted ${account}`).toEqual([])
  }
}

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test(
  'access matches the payments at Stripe after any sequence of requests, events and failures',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: maxSteps, size: 'max' }), async (steps) => {
        await world.restart()
        for (const current of steps) {
          await attempt(() => run(world, current))
          await world.stripeEmulator.waitUntilIdle()
          await expectNoUnpaidAccess(world)
          await expectPaidPurchasesOnly(world)
        }
        await drain(world)
        await expectAccessAsAtStripe(world)
        await expectDeletedAccountsGone(world)
        await expectPaidPassesApplied(world)
        await expectEveryPoundMatched(world)
        await expectLatePaymentsBuyAccess(world)
        await expectWithdrawalsRefundedOnce(world)
        await expectOneTruthfulEmailEach(world)
        await expectRepeatedEventsIgnored(world)
      }),
      {
        numRuns,
        seed,
        examples: [...duplicateExamples, ...yearLongExamples],
        endOnFailure: process.env['MODEL_SHRINK'] === 'off',
      },
    )
  },
)
