import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isUsable } from '#shared/rules/pass.ts'
import { reconcileRunRepository } from '#services/stripe-events/reconcile/reconcile-run.repository.ts'
import { reconcileSinceLastRun } from '#services/stripe-events/reconcile/reconcile-since-last-run.ts'
import { deleteAccountOf } from './delete-account.ts'
import { accountOf, buy, deliver, isSubscribed, sessionsOf } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const dayMs = 24 * 3600_000
const customerOf = async () => String((await accountOf(world, 'ana')).profile.stripe_customer_id)
const run = (more: Partial<World['deps']> = {}) =>
  reconcileSinceLastRun(
    { ...world.deps, runs: reconcileRunRepository(world.table), ...more },
    world.clock.now(),
  )

const passDays = async (days: number) => {
  world.clock.set(new Date(world.clock.now().getTime() + days * dayMs))
  await world.stripe.customers.list({ limit: 1 }) // The emulator runs what is due at the next request.
  await world.stripeEmulator.waitUntilIdle()
}

/** Delivers every event so far. Later ones are lost. */
const deliverAll = async () => {
  await world.stripeEmulator.waitUntilIdle()
  const sent = [...world.queue]
  for (const event of sent) await deliver(world, event)
}

const subscribe = async () => {
  await buy(world, 'ana', 'monthly')
  const open = (await sessionsOf(world)).find(({ status }) => status === 'open')
  await world.stripeEmulator.pay(String(open?.id), 'ok')
  await deliverAll()
}

/** Lets a renewal and all its retries fail. Returns the invoice, which is still open. */
const fallBehind = async (): Promise<string> => {
  await subscribe()
  world.stripeEmulator.setCard(await customerOf(), 'decline')
  await passDays(32)
  for (const days of [6, 14, 28]) await passDays(days)
  await deliverAll()
  const { data } = await world.stripe.invoices.list({ status: 'open' })
  return String(data[0]?.id)
}

describe('reconciliation', () => {
  test('counts a payment that bought no access and was not refunded, although the rule about it failed', async () => {
    const invoice = await fallBehind()
    world.stripeEmulator.payInvoice(invoice, 'ok')
    await world.stripeEmulator.waitUntilIdle()
    const broken = { ...world.deps.stripe, listInvoices: async () => [] }
    expect(await run({ stripe: broken })).toMatchObject({ unmatched: 1, drifted: 0, failed: 0 })
    expect(await run()).toMatchObject({ unmatched: 0, drifted: 1 })
    expect(await run()).toMatchObject({ unmatched: 0, drifted: 0 })
  })

  test('refunds no late payment of a deleted account that got access for it', async () => {
    const invoice = await fallBehind()
    world.stripeEmulator.payInvoice(invoice, 'ok')
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
    await passDays(1)
    await deleteAccountOf(world, 'ana')
    await deliverAll()
    expect(await run()).toMatchObject({ drifted: 0, unmatched: 0, failed: 0 })
    expect((await world.stripe.refunds.list()).data).toEqual([])
  })

  test('does not count the payments of a subscription that gave access until it ended', async () => {
    await subscribe()
    await passDays(2)
    const { data } = await world.stripe.subscriptions.list()
    await world.stripe.subscriptions.cancel(String(data[0]?.id))
    await deliverAll()
    expect(await run()).toMatchObject({ unmatched: 0, failed: 0 })
  })

  test.each([
    ['won', true],
    ['lost', false],
  ] as const)(
    'applies the decision that a dispute is %s weeks after it was opened',
    async (outcome, subscribed) => {
      await subscribe()
      const [session] = await sessionsOf(world)
      world.stripeEmulator.dispute({ session: String(session?.id), outcome: 'open' })
      await deliverAll()
      await passDays(10)
      world.stripeEmulator.dispute({ session: String(session?.id), outcome })
      await world.stripeEmulator.waitUntilIdle()
      expect(await run()).toMatchObject({ failed: 0 })
      expect(await isSubscribed(world, 'ana')).toBe(subscribed)
      expect((await accountOf(world, 'ana')).subscription).toMatchObject({ disputed: false })
    },
  )

  test('undoes a duplicate subscription whose events were lost', async () => {
    await subscribe()
    world.stripeEmulator.startSubscription(await customerOf(), 'advice_monthly')
    await world.stripeEmulator.waitUntilIdle()
    expect(await run()).toMatchObject({ drifted: 1, failed: 0 })
    const { data } = await world.stripe.refunds.list()
    expect(data).toMatchObject([{ amount: 5000, status: 'succeeded' }])
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect(await run()).toMatchObject({ drifted: 0 })
  })

  test('continues where the last complete run stopped, after an outage of twelve days', async () => {
    const invoice = await fallBehind()
    await run()
    await passDays(1)
    world.stripeEmulator.payInvoice(invoice, 'ok')
    await passDays(12)
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await run()).toMatchObject({ drifted: 1, failed: 0, hasGap: false })
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('reads all events that Stripe still has when no run was complete so far', async () => {
    const invoice = await fallBehind()
    world.stripeEmulator.payInvoice(invoice, 'ok')
    await passDays(20)
    expect(await run()).toMatchObject({ drifted: 1, failed: 0, hasGap: false })
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('creates a pass that was paid during an outage of more than a month', async () => {
    await run()
    await passDays(3)
    await buy(world, 'ana', 'one-time')
    await world.stripeEmulator.pay(String((await sessionsOf(world))[0]?.id), 'ok')
    await passDays(50)
    expect(await run()).toMatchObject({ drifted: 1, failed: 0, hasGap: true })
    const passes = await world.deps.passes.listByUser('ana')
    expect(passes?.map(({ pass }) => isUsable(pass, world.clock.now()))).toEqual([true])
  })

  test('reads the same time again after a run in which a check failed', async () => {
    const invoice = await fallBehind()
    await run()
    world.stripeEmulator.payInvoice(invoice, 'ok')
    await passDays(12)
    const failing = { ...world.deps.stripe, listInvoices: () => Promise.reject(new Error('Stripe failed')) }
    expect(await run({ stripe: failing })).toMatchObject({ failed: 1 })
    await passDays(1)
    expect(await run()).toMatchObject({ drifted: 1, failed: 0 })
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('reports a gap once when the last complete run is older than the events that Stripe keeps', async () => {
    expect(await run()).toMatchObject({ hasGap: false })
    await passDays(31)
    expect(await run()).toMatchObject({ hasGap: true })
    expect(await run()).toMatchObject({ hasGap: false })
  })

  test('accepts a last run in the future, as after a corrected clock', async () => {
    const runs = reconcileRunRepository(world.table)
    await runs.recordReadUntil(new Date(world.clock.now().getTime() + 100 * dayMs))
    expect(await run()).toMatchObject({ failed: 0, hasGap: false })
  })
})
