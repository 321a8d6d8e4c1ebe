import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailSteps } from './email-steps.ts'
import { accountOf, isSubscribed, setCancellation } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { deliverAll, passDays, purchase } = emailSteps(() => world)
const daySeconds = 24 * 3600

/** Buys a month. Staff then schedule the end for ten days after the next renewal, in Stripe's dashboard. */
const buyWithLaterEnd = async () => {
  await purchase('monthly')
  const [subscription] = (await world.stripe.subscriptions.list()).data
  const renewsAt = Number(subscription?.items.data[0]?.current_period_end)
  await world.stripe.subscriptions.update(String(subscription?.id), { cancel_at: renewsAt + 10 * daySeconds })
  await deliverAll()
  return new Date(renewsAt * 1000).toISOString()
}

const paidInvoices = async () => (await world.stripe.invoices.list({ status: 'paid' })).data.length

describe('a subscription that staff have set to end after its next renewal', () => {
  test('is charged and announced like any other until then, and then ends', async () => {
    const renewsAt = await buyWithLaterEnd()
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({
      cancel_at_period_end: false,
      current_period_end: renewsAt,
    })
    expect(await world.deps.stripe.listRenewingSubscriptions()).toHaveLength(1)
    await passDays(32)
    await deliverAll()
    expect(await paidInvoices()).toBe(2)
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ cancel_at_period_end: true })
    await passDays(10)
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await paidInvoices()).toBe(2)
  })

  test('is not charged again once the member cancels it', async () => {
    const renewsAt = await buyWithLaterEnd()
    await setCancellation(world, 'ana', true)
    await deliverAll()
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({
      cancel_at_period_end: true,
      current_period_end: renewsAt,
    })
    await passDays(42)
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await paidInvoices()).toBe(1)
  })
})
