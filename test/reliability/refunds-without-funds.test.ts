import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drain, run } from './run-step.ts'
import { isSubscribed, runReconcile } from './steps.ts'
import { bodyOf, withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { buyAndPay, theOnly, withdrawAs, refundsAtStripe, hasPass } = withdrawalKit(() => world)

/** Asks for a withdrawal three times while our balance at Stripe does not cover the refund. */
const withdrawWithoutFunds = async () => {
  const body = bodyOf(await theOnly())
  world.onStripeRequest = (action) => (action === 'refunds.create' ? 'lacks funds' : undefined)
  for (let times = 0; times < 3; times += 1)
    expect(await withdrawAs('ana', body)).toMatchObject({ status: 502 })
  world.onStripeRequest = () => undefined
  return body
}

describe('a duplicate subscription whose refund our balance at Stripe did not cover', () => {
  test('is reported with the response of Stripe, and refunded once the balance covers it', async () => {
    await buyAndPay()
    await run(world, { do: 'start-duplicate', user: 'ana' })
    world.onStripeRequest = (action) => (action === 'refunds.create' ? 'lacks funds' : undefined)
    for (let times = 0; times < 10; times += 1) expect((await runReconcile(world)).failed).toBeGreaterThan(0)
    const reports = world.errors.filter((error) => error.includes('check of the reconciliation failed'))
    expect(reports).not.toEqual([])
    for (const report of reports) expect(report).toContain('"cause":"Error: Injected fault')
    world.onStripeRequest = () => undefined
    await drain(world)
    expect(await refundsAtStripe()).toEqual([5000])
  })
})

describe('a duplicate subscription whose refund fails at the bank after our balance did not cover it', () => {
  test('is refunded once more immediately', async () => {
    await buyAndPay()
    await run(world, { do: 'start-duplicate', user: 'ana' })
    world.onStripeRequest = (action) => (action === 'refunds.create' ? 'lacks funds' : undefined)
    expect((await runReconcile(world)).failed).toBeGreaterThan(0)
    world.onStripeRequest = () => undefined
    world.stripeEmulator.configure({ newRefunds: 'pending' })
    await runReconcile(world)
    const [first, ...others] = (await world.stripe.refunds.list({ limit: 10 })).data
    expect(others).toEqual([])
    world.stripeEmulator.finishRefund(String(first?.id), 'failed')
    world.stripeEmulator.configure({ newRefunds: 'succeeded' })
    expect(await runReconcile(world)).toMatchObject({ failed: 0 })
    const { data: newestFirst } = await world.stripe.refunds.list({ limit: 10 })
    expect(newestFirst.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })
})

describe('a withdrawal that our balance at Stripe did not cover', () => {
  test('can be repeated for a pass as soon as the balance covers it', async () => {
    await buyAndPay('one-time')
    const body = await withdrawWithoutFunds()
    expect(await hasPass()).toBe(true)
    expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await refundsAtStripe()).toEqual([5000])
  })

  test('is finished for a subscription by the next event', async () => {
    await buyAndPay()
    await withdrawWithoutFunds()
    await drain(world)
    expect(await refundsAtStripe()).toEqual([5000])
    expect(await isSubscribed(world, 'ana')).toBe(false)
  })
})
