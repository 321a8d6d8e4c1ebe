import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCheckout } from '#services/subscriptions/create-checkout/start-checkout.ts'
import { expectSettled } from './billing-invariants.ts'
import { drain, run } from './run-step.ts'
import type { Step } from './step-kinds.ts'
import { accountOf, isSubscribed } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const steps: Step[] = [
  { do: 'buy', user: 'ana', plan: 'monthly' },
  { do: 'pay', nth: 0, card: 'ok' },
  { do: 'verify', user: 'ana', nth: 0 },
  { do: 'stop-paying', user: 'ana', paysLate: false, afterRetries: 'canceled', isOffline: false },
  { do: 'pay-invoice', nth: 0, by: 'card' },
]

const dispute = async (outcome: 'open' | 'won' | 'lost') => {
  await run(world, { do: 'dispute-invoice', nth: 0, outcome })
  await drain(world)
}

const disputeUnread = async () => {
  for (const step of steps) await run(world, step)
  await dispute('open')
}

const record = async () => (await accountOf(world, 'ana')).subscription

const tryToBuy = async () =>
  startCheckout(await accountOf(world, 'ana'), 'monthly', world.deps, world.clock.now())

describe('a late payment that is disputed before any sync has read it', () => {
  test('is suspended as one that gave access before, so nothing is sold', async () => {
    await disputeUnread()
    expect(await record()).toMatchObject({ disputed: true, late_invoice_id: null })
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await tryToBuy()).toMatchObject({ code: 'payment_disputed' })
    await expectSettled(world)
  })

  test('gives access when the dispute is won', async () => {
    await disputeUnread()
    await dispute('won')
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect(await record()).toMatchObject({ disputed: false, late_invoice_id: expect.any(String) })
    await expectSettled(world)
  })

  test('lets the customer buy again when the dispute is lost', async () => {
    await disputeUnread()
    await dispute('lost')
    expect(await record()).toMatchObject({ disputed: false })
    expect(await tryToBuy()).toHaveProperty('url')
    await expectSettled(world)
  })
})
