import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAlways, expectSettled } from './billing-invariants.ts'
import { anaAddress, type Delivery, emailSteps } from './email-steps.ts'
import { run } from './run-step.ts'
import { accountOf, isSubscribed } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { deliverAll, emailsTo, passDays, purchase } = emailSteps(() => world)

/** The first way also delivers the events in reverse. */
const deliveries: readonly Delivery[] = ['overlapping and repeated', 'lost']

const subscription = async () => {
  const [found] = (await world.stripe.subscriptions.list({ status: 'all' })).data
  if (found === undefined) throw new Error('There is no subscription')
  return found
}
const record = async () => (await accountOf(world, 'ana')).subscription
const countPaid = async () => (await world.stripe.invoices.list({ status: 'paid' })).data.length

const settle = async (delivery: Delivery) => {
  await deliverAll(delivery)
  await expectAlways(world)
  await expectSettled(world)
}

/** Buys a month, lets the next one be charged, and refunds the first in full, which changes nothing. */
const refundFirstOfTwoMonths = async (delivery: Delivery) => {
  const session = await purchase('monthly')
  await passDays(35)
  world.stripeEmulator.refund({ session })
  await settle(delivery)
  expect(await isSubscribed(world, 'ana')).toBe(true)
  return session
}

describe.each(deliveries)(
  'an earlier payment that is refunded in full and then disputed, with its events %s',
  (delivery) => {
    test('pauses the renewals like any other dispute', async () => {
      const session = await refundFirstOfTwoMonths(delivery)
      world.stripeEmulator.dispute({ session, outcome: 'open' })
      await settle(delivery)
      expect(await isSubscribed(world, 'ana')).toBe(true)
      expect(await subscription()).toMatchObject({ pause_collection: { behavior: 'void' } })
      expect(await record()).toMatchObject({ disputed: true })
      expect(await emailsTo(anaAddress, 'dispute')).toMatchObject([{ state: 'opened', effect: 'paused' }])
      await passDays(35)
      await settle(delivery)
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect(await countPaid()).toBe(2)
    })

    test.each([
      ['in the paid month', 0],
      ['in the next one, which is not charged', 35],
    ] as const)('continues the subscription once it is won %s', async (_when, days) => {
      const session = await refundFirstOfTwoMonths(delivery)
      world.stripeEmulator.dispute({ session, outcome: 'open' })
      await settle(delivery)
      await passDays(days)
      await settle(delivery)
      world.stripeEmulator.dispute({ session, outcome: 'won' })
      await settle(delivery)
      expect(await isSubscribed(world, 'ana')).toBe(true)
      expect(await subscription()).toMatchObject({ pause_collection: null })
      expect(await record()).toMatchObject({ disputed: false })
      await passDays(35)
      await settle(delivery)
      expect(await countPaid()).toBe(3)
    })

    test('ends the subscription with the paid month once it is lost', async () => {
      const session = await refundFirstOfTwoMonths(delivery)
      world.stripeEmulator.dispute({ session, outcome: 'lost' })
      await settle(delivery)
      expect(await isSubscribed(world, 'ana')).toBe(true)
      expect(await subscription()).toMatchObject({ cancel_at_period_end: true, pause_collection: null })
      await passDays(35)
      await settle(delivery)
      expect(await subscription()).toMatchObject({ status: 'canceled' })
      expect(await countPaid()).toBe(2)
    })

    test('ends the subscription at once when it is lost after the paid month', async () => {
      const session = await refundFirstOfTwoMonths(delivery)
      world.stripeEmulator.dispute({ session, outcome: 'open' })
      await settle(delivery)
      await passDays(35)
      await settle(delivery)
      world.stripeEmulator.dispute({ session, outcome: 'lost' })
      await settle(delivery)
      expect(await subscription()).toMatchObject({
        status: 'canceled',
        metadata: { reversal: 'dispute_lost' },
      })
      expect(await emailsTo(anaAddress, 'ended')).toMatchObject([{ reason: 'disputed' }])
    })

    test.each(['open', 'won', 'lost'] as const)(
      'ends the subscription instead of charging its renewal if that is still a draft (%s)',
      async (outcome) => {
        const session = await purchase('monthly')
        await run(world, { do: 'reach-renewal', user: 'ana' })
        world.stripeEmulator.refund({ session })
        await settle(delivery)
        expect(await isSubscribed(world, 'ana')).toBe(true)
        world.stripeEmulator.dispute({ session, outcome: 'open' })
        await settle(delivery)
        if (outcome !== 'open') world.stripeEmulator.dispute({ session, outcome })
        await settle(delivery)
        await passDays(1)
        await settle(delivery)
        expect(await isSubscribed(world, 'ana')).toBe(false)
        expect(await subscription()).toMatchObject({ status: 'canceled', metadata: { reversal: 'refunded' } })
        expect(await record()).toMatchObject({ status: 'canceled', disputed: false })
        expect(await emailsTo(anaAddress, 'ended')).toMatchObject([{ reason: 'refunded' }])
        expect(await countPaid()).toBe(1)
      },
    )
  },
)

describe('the payment for the current month that is refunded in full and then disputed', () => {
  test.each(deliveries)('keeps the refund as the reason of the end, with its events %s', async (delivery) => {
    const session = await purchase('monthly')
    world.stripeEmulator.refund({ session })
    await settle(delivery)
    for (const outcome of ['open', 'lost'] as const) {
      world.stripeEmulator.dispute({ session, outcome })
      await settle(delivery)
      expect(await subscription()).toMatchObject({ status: 'canceled', metadata: { reversal: 'refunded' } })
      expect(await record()).toMatchObject({ status: 'canceled', disputed: false })
    }
  })
})
