import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectSettled } from './billing-invariants.ts'
import { drain } from './run-step.ts'
import { isSubscribed } from './steps.ts'
import { withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const {
  buyAndPay,
  purchasesOf,
  theOnly,
  withdrawAs,
  refundsAtStripe,
  subscriptionsAtStripe,
  emailsOf,
  passMinutes,
} = withdrawalKit(() => world)

const stateOf = async (id: string) => (await world.stripe.subscriptions.retrieve(id)).metadata['withdrawal']

describe.each([
  ['everything that was paid', undefined, 5000],
  ['everything that is due', 3667, 3667],
])('a recorded withdrawal after staff have refunded %s', (_what, amount, refunded) => {
  const recordAndRefund = async () => {
    const session = await buyAndPay()
    passMinutes(8 * 24 * 60)
    const { id, refundMinor } = await theOnly()
    world.onStripeRequest = (action) => (action === 'refunds.create' ? 'rejects' : undefined)
    expect(await withdrawAs('ana', { id, refundMinor })).toMatchObject({ status: 502 })
    world.onStripeRequest = () => undefined
    world.stripeEmulator.refund({ session, amount })
    return id
  }

  const expectEnded = async (id: string) => {
    expect(await subscriptionsAtStripe()).toMatchObject([{ id, status: 'canceled' }])
    expect(await stateOf(id)).toBe('settled')
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await refundsAtStripe()).toEqual([refunded])
    expect(emailsOf('withdrawal')).toEqual([expect.stringContaining('"amount_minor":{"N":"0"}')])
    expect(emailsOf('ended')).toEqual([])
    await expectSettled(world)
  }

  test.each(['delivered', 'lost'] as const)(
    'ends the subscription and refunds nothing more, with its events %s',
    async (events) => {
      const id = await recordAndRefund()
      if (events === 'lost') world.queue = []
      await drain(world)
      await expectEnded(id)
    },
  )

  test('ends the subscription by a repeated request, which refunds nothing more', async () => {
    const id = await recordAndRefund()
    for (let times = 0; times < 2; times += 1)
      expect(await withdrawAs('ana', { id, refundMinor: 3667 })).toEqual({
        status: 200,
        body: { refundMinor: 0 },
      })
    expect(emailsOf('withdrawal')).toHaveLength(1)
    await drain(world)
    await expectEnded(id)
  })
})

describe('a subscription for which staff have refunded what is due', () => {
  test('can be withdrawn from, so that it is not charged again', async () => {
    const session = await buyAndPay()
    passMinutes(8 * 24 * 60)
    const shown = await theOnly()
    world.stripeEmulator.refund({ session, amount: 4000 })
    await drain(world)
    const { id } = shown
    expect(await withdrawAs('ana', { id, refundMinor: shown.refundMinor })).toMatchObject({
      status: 409,
      body: { error: { code: 'amount_changed' } },
    })
    expect(await theOnly()).toMatchObject({ id, refundedMinor: 4000, refundMinor: 0 })
    expect(await withdrawAs('ana', { id, refundMinor: 0 })).toEqual({ status: 200, body: { refundMinor: 0 } })
    await drain(world)
    expect(await subscriptionsAtStripe()).toMatchObject([{ id, status: 'canceled' }])
    expect(await purchasesOf()).toEqual([])
    expect(await refundsAtStripe()).toEqual([4000])
    await expectSettled(world)
  })
})
