import fc from 'fast-check'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutesOf } from '../../shared/rules/pass.ts'
import { passMinutes } from '../../shared/values/plans.ts'
import { hashOf } from '../../services/platform/crypto.ts'
import { comeBack, finishLeaving, leave, present, remainsOf } from './leave.ts'
import { activeOf, everPaid, mayEnter } from './oracle.ts'
import {
  attempt,
  buy,
  changeEnd,
  buyAsGuest,
  check,
  deliver,
  findMember,
  isSubscribed,
  Killed,
  report,
  reportAsGuest,
  sessionsOf,
  sweep,
  verify,
  verifyAsGuest,
} from './steps.ts'
import { step, type Step } from './step-kinds.ts'
import { openWorld, people, type PersonName, type World } from './world.ts'

/**
 * `MODEL_RUNS=5000` for a long run, `MODEL_SEED=<n>` for another order. The same seed each time otherwise, so
 * that a red run is the work of a change and not of chance.
 */
const numRuns = Number(process.env['MODEL_RUNS'] ?? 300)
const seed = Number(process.env['MODEL_SEED'] ?? 20_270_301)
const maxSteps = 40
/** A machine that has much else to do stops earlier, unless a number of runs was asked for. Milliseconds. */
const timeLimit = process.env['MODEL_RUNS'] === undefined ? 80_000 : undefined
const dayMs = 24 * 3600_000

const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

const customerOf = async (world: World, name: PersonName) =>
  (await findMember(world, name))?.profile.stripe_customer_id

/** Stripe's own refusals, of what a person at its other end tried: not our business. */
const tryAtStripe = (act: () => unknown): void => {
  try {
    act()
  } catch {
    // Nothing to refund, disputed already: then nothing happens.
  }
}

const portalCancel = async (world: World, name: PersonName) => {
  for (const { id, items } of await activeOf(world, await customerOf(world, name))) {
    const end = items.data[0]?.current_period_end
    if (end !== undefined) await world.stripe.subscriptions.update(id, { cancel_at: end })
  }
}

/** Days go by one at a time: events arrive within days, and each night reconciles what was lost. */
const advance = async (world: World, days: number) => {
  for (let day = 0; day < days; day += 9) {
    await drain(world)
    world.clock.set(new Date(world.clock.now().getTime() + Math.min(9, days - day) * dayMs))
    await world.stripe.customers.list({ limit: 1 }) // Stripe does what fell due when it is next asked
    await world.standIn.settle()
  }
}

const subscribed = async (world: World): Promise<string[]> => {
  const found: string[] = []
  for (const name of people) if (await isSubscribed(world, name)) found.push(name)
  return found
}

/** While Stripe does not answer, nobody gains a subscription and nobody loses one. */
const withoutStripe = async (world: World, inner: Step): Promise<void> => {
  const before = await subscribed(world)
  world.stripeIsDown = true
  // The step's own questions to Stripe fail as well; what our code asks ends in a refusal.
  await attempt(() => run(world, inner)).catch((fault: unknown) => {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault
  })
  world.stripeIsDown = false
  expect(await subscribed(world)).toEqual(before)
}

/** The table answers a few requests more, and then none: what was begun is left as it is. */
const withoutTable = async (world: World, after: number, inner: Step): Promise<void> => {
  let left = after
  world.database.onRequest = () => {
    if (left === 0) throw new Killed()
    left -= 1
  }
  await attempt(() => run(world, inner))
  world.database.onRequest = () => undefined
}

const run = async (world: World, one: Step): Promise<void> => {
  const { standIn } = world
  switch (one.do) {
    case 'buy':
      return buy(world, one.who, one.plan)
    case 'pay': {
      const open = (await sessionsOf(world)).filter(({ status }) => status === 'open')
      const session = pick(open, one.nth)
      return session && void (await standIn.pay(session.id, one.card))
    }
    case 'deliver': {
      const event = pick(world.queue, one.nth)
      for (let copy = 0; event && copy < one.copies; copy += 1) await deliver(world, event)
      return
    }
    case 'lose': {
      const lost = pick(world.queue, one.nth)
      world.queue = world.queue.filter((event) => event !== lost)
      return
    }
    case 'verify': {
      const session = pick(await sessionsOf(world), one.nth)
      return session && verify(world, one.who, session.id)
    }
    case 'check':
      return check(world, one.who)
    case 'cancel':
    case 'resume':
      return changeEnd(world, one.who, one.do === 'cancel')
    case 'portal-cancel':
      return portalCancel(world, one.who)
    case 'leave':
      return leave(world, one.who)
    case 'come-back':
      return comeBack(world, one.who)
    case 'start':
    case 'end':
      return report(world, one.who, one.do === 'start' ? 'started' : 'ended')
    case 'second': {
      const customer = await customerOf(world, one.who)
      return tryAtStripe(() => customer && standIn.startSubscription(customer, 'advice_monthly'))
    }
    case 'card': {
      const customer = await customerOf(world, one.who)
      return tryAtStripe(() => customer && standIn.setCard(customer, one.card))
    }
    case 'refund':
    case 'dispute': {
      const paid = (await sessionsOf(world)).filter(({ payment_status }) => payment_status === 'paid')
      const session = pick(paid, one.nth)?.id
      return tryAtStripe(() =>
        one.do === 'refund'
          ? session && standIn.refund({ session, amount: one.amount })
          : session && standIn.dispute({ session, outcome: one.outcome }),
      )
    }
    case 'advance':
      return advance(world, one.days)
    case 'guest-buy':
      return buyAsGuest(world, one.held === undefined ? undefined : pick(world.guestKeys, one.held))
    case 'guest-start':
    case 'guest-end': {
      const key = pick(world.guestKeys, one.nth)
      return key === undefined
        ? undefined
        : reportAsGuest(world, key, one.do === 'guest-start' ? 'started' : 'ended')
    }
    case 'guest-verify': {
      const session = pick(await sessionsOf(world), one.nth)
      return session && verifyAsGuest(world, session.id)
    }
    case 'kill': {
      world.database.onTransaction = (moment) => {
        if (moment === one.moment) throw new Killed()
      }
      await attempt(() => run(world, one.step))
      world.database.onTransaction = () => undefined
      return
    }
    case 'without-stripe':
      return withoutStripe(world, one.step)
    case 'without-table':
      return withoutTable(world, one.after, one.step)
    case 'together':
      return void (await Promise.all(one.steps.map((inner) => attempt(() => run(world, inner)))))
  }
}

/** All that was sent arrives, and the night comes. */
const drain = async (world: World): Promise<void> => {
  await world.standIn.settle()
  for (let round = 0; world.queue.length > 0 && round < 5; round += 1) {
    for (const event of world.queue.toReversed()) await deliver(world, event)
    await world.standIn.settle()
  }
  await finishLeaving(world)
  expect(await sweep(world)).toMatchObject({ failed: 0 })
  await world.standIn.settle()
}

const noAccessUnpaid = async (world: World) => {
  for (const name of people)
    if (await isSubscribed(world, name))
      expect(await everPaid(world, await customerOf(world, name)), `${name} has paid`).toBe(true)
}

const guestPasses = async ({ needs, guestKeys }: World) => {
  const found = await Promise.all(guestKeys.map((key) => needs.passes.byKeyHash(hashOf(key))))
  return found.filter((held) => held !== undefined)
}

/** Sessions that were paid, by their id: nothing else may stand in a pass. */
const noPassBeyondItsPayments = async (world: World) => {
  const held = await guestPasses(world)
  for (const name of people) held.push(...((await world.needs.passes.of(world.accounts[name])) ?? []))
  if (held.length === 0) return
  const paid = new Set(
    (await sessionsOf(world)).filter(({ payment_status }) => payment_status === 'paid').map(({ id }) => id),
  )
  for (const { pass } of held) {
    const blocks = Object.keys(pass.blocks)
    expect(minutesOf(pass)).toBeLessThanOrEqual(passMinutes * blocks.length)
    expect(blocks.filter((id) => !paid.has(id))).toEqual([])
  }
}

/** The store without the times at which it was written, and without what is remembered of events. */
const state = ({ database }: World): string =>
  JSON.stringify(database.all().filter((item) => item['entity']?.['S'] !== 'event'))

const agreesWithStripe = async (world: World) => {
  for (const name of await present(world)) {
    const customer = await customerOf(world, name)
    expect(await isSubscribed(world, name), `access of ${name}`).toBe(await mayEnter(world, customer))
    expect((await activeOf(world, customer)).length, `subscriptions of ${name}`).toBeLessThanOrEqual(1)
  }
}

/** Whoever was deleted is charged no more, and nothing that came late has brought anything back. */
const whoLeftIsGone = async (world: World) => {
  for (const { account, customer } of world.left) {
    if ((await world.needs.billing.find(account)) !== undefined) continue
    expect(await activeOf(world, customer), `subscriptions of ${account}, who has left`).toEqual([])
    expect(remainsOf(world, account), `what is left of ${account}`).toEqual([])
  }
}

const paidPassesAreGiven = async (world: World) => {
  const left = new Set(world.left.map(({ account }) => account))
  for (const session of await sessionsOf(world)) {
    if (left.has(session.client_reference_id ?? '')) continue // whose account it was is gone
    if (session.mode !== 'payment' || session.payment_status !== 'paid') continue
    const found = await world.needs.stripe.findSession(session.id)
    const payment = await world.needs.passes.payment(session.id)
    if (found?.money === 'taken') expect(payment, `pass of ${session.id}`).toBeDefined()
    const held = payment && (await world.needs.passes.paidBy(payment))
    if (held && found)
      expect(held.pass.blocks[session.id]?.withdrawn, `block of ${session.id}`).toBe(found.money !== 'taken')
  }
}

const repeatsHaveNoEffect = async (world: World) => {
  const before = state(world)
  for (const event of world.log) await deliver(world, event)
  expect(state(world)).toBe(before)
}

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test(
  'whatever people, Stripe and failures do, in whatever order: paid means access, exactly',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: maxSteps, size: 'max' }), async (steps) => {
        await world.restart()
        for (const one of steps) {
          await attempt(() => run(world, one))
          await world.standIn.settle()
          await noAccessUnpaid(world)
          await noPassBeyondItsPayments(world)
        }
        await drain(world)
        await agreesWithStripe(world)
        await whoLeftIsGone(world)
        await paidPassesAreGiven(world)
        await repeatsHaveNoEffect(world)
      }),
      { numRuns, seed, ...(timeLimit === undefined ? {} : { interruptAfterTimeLimit: timeLimit }) },
    )
  },
)
