import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { expectSettled } from './billing-invariants.ts'
import { drain } from './run-step.ts'
import { accountOf, isSubscribed, runReconcile } from './steps.ts'
import { withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => {
  // Monthly periods that start on this day have 30 days.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-04-10T10:00:00Z') })
  return world.restart()
})
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

const onlySubscription = async () => String((await subscriptionsAtStripe())[0]?.id)

const endAsStaff = async () => {
  await world.stripe.subscriptions.cancel(await onlySubscription())
  await drain(world)
}

/** Buys a month, which staff end in Stripe's dashboard three days later. Returns the session of the payment. */
const buyAndEnd = async () => {
  const session = await buyAndPay()
  passMinutes(3 * 24 * 60)
  await endAsStaff()
  return session
}

describe('a subscription that staff have ended within 14 days', () => {
  test('can be withdrawn from, and the days after its end are not charged for', async () => {
    await buyAndEnd()
    passMinutes(4 * 24 * 60)
    const { id, refundMinor, ...shown } = await theOnly()
    expect(shown).toMatchObject({ hasEnded: true, used: { count: 3, of: 30 } })
    for (let times = 0; times < 2; times += 1)
      expect(await withdrawAs('ana', { id, refundMinor })).toEqual({
        status: 200,
        body: { refundMinor: 4500 },
      })
    await drain(world)
    expect(await refundsAtStripe()).toEqual([4500])
    expect(emailsOf('withdrawal')).toHaveLength(1)
    expect(await purchasesOf()).toEqual([])
    expect(await isSubscribed(world, 'ana')).toBe(false)
  })

  test('can be withdrawn from although a change of its plan was scheduled', async () => {
    await buyAndPay('annual')
    await planChangeGateway.schedulePlan(await onlySubscription(), 'monthly')
    await endAsStaff()
    const { id, refundMinor } = await theOnly()
    expect(await withdrawAs('ana', { id, refundMinor })).toEqual({ status: 200, body: { refundMinor } })
    expect(await refundsAtStripe()).toEqual([refundMinor])
  })

  test('can be withdrawn from once we have won a dispute that was open when it ended', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await drain(world)
    await endAsStaff()
    expect(await purchasesOf()).toEqual([])
    expect(await withdrawAs('ana', { id: await onlySubscription(), refundMinor: 5000 })).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_disputed' } },
    })
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await drain(world)
    const { id, refundMinor } = await theOnly()
    expect(await withdrawAs('ana', { id, refundMinor })).toEqual({ status: 200, body: { refundMinor: 5000 } })
    await drain(world)
    expect(await refundsAtStripe()).toEqual([5000])
    expect(await purchasesOf()).toEqual([])
  })

  test.each([
    ['refunds it', undefined, 4500],
    ['confirms it after they have refunded everything', 5000, 5000],
  ])(
    'is finished by a later reconciliation, which %s, if the request is interrupted and its events are lost',
    async (_what, byStaff, refunded) => {
      const session = await buyAndEnd()
      passMinutes(6 * 24 * 60)
      await runReconcile(world)
      const { id, refundMinor } = await theOnly()
      world.onStripeRequest = (action) => (action === 'refunds.create' ? 'rejects' : undefined)
      expect(await withdrawAs('ana', { id, refundMinor })).toMatchObject({ status: 502 })
      world.onStripeRequest = () => undefined
      if (byStaff !== undefined) world.stripeEmulator.refund({ session, amount: byStaff })
      for (let nights = 0; nights < 2; nights += 1) {
        world.queue = []
        passMinutes(24 * 60)
        expect(await runReconcile(world)).toMatchObject({ failed: 0 })
      }
      expect(await stateOf(id)).toBe('settled')
      expect(await refundsAtStripe()).toEqual([refunded])
      expect(emailsOf('withdrawal')).toHaveLength(1)
    },
  )

  test('cannot be withdrawn from after they have refunded it', async () => {
    const session = await buyAndEnd()
    world.stripeEmulator.refund({ session })
    await drain(world)
    expect(await purchasesOf()).toEqual([])
  })

  test.each(['open', 'lost'] as const)(
    'cannot be withdrawn from here with a dispute that is %s',
    async (outcome) => {
      const session = await buyAndEnd()
      world.stripeEmulator.dispute({ session, outcome: 'open' })
      if (outcome !== 'open') world.stripeEmulator.dispute({ session, outcome })
      await drain(world)
      expect(await purchasesOf()).toEqual([])
    },
  )

  test.each(['delivered', 'lost'] as const)(
    'can be withdrawn from after they have deleted its customer at Stripe, with the events %s',
    async (events) => {
      await buyAndPay()
      passMinutes(3 * 24 * 60)
      const { stripe_customer_id: customer } = (await accountOf(world, 'ana')).profile
      await world.stripe.customers.del(String(customer))
      if (events === 'lost') world.queue = []
      else await drain(world)
      const { id, refundMinor } = await theOnly()
      expect(refundMinor).toBe(4500)
      for (let times = 0; times < 2; times += 1)
        expect(await withdrawAs('ana', { id, refundMinor })).toEqual({ status: 200, body: { refundMinor } })
      await drain(world)
      expect(await refundsAtStripe()).toEqual([4500])
      expect(emailsOf('withdrawal')).toHaveLength(1)
      expect(await purchasesOf()).toEqual([])
    },
  )

  test.each(['delivered', 'lost'] as const)(
    'is finished after an interrupted withdrawal although they have deleted its customer, with the events %s',
    async (events) => {
      await buyAndPay()
      passMinutes(3 * 24 * 60)
      const { stripe_customer_id: customer } = (await accountOf(world, 'ana')).profile
      await world.stripe.customers.del(String(customer))
      await drain(world)
      const { id, refundMinor } = await theOnly()
      world.onStripeRequest = (action) => (action === 'refunds.create' ? 'rejects' : undefined)
      expect(await withdrawAs('ana', { id, refundMinor })).toMatchObject({ status: 502 })
      world.onStripeRequest = () => undefined
      if (events === 'lost') world.queue = []
      await drain(world)
      passMinutes(24 * 60)
      await runReconcile(world)
      await drain(world)
      expect(await stateOf(id)).toBe('settled')
      expect(await refundsAtStripe()).toEqual([4500])
      expect(emailsOf('withdrawal')).toHaveLength(1)
      expect(await purchasesOf()).toEqual([])
    },
  )

  test('cannot be withdrawn from if their refund has ended it', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.refund({ session })
    await drain(world)
    expect(await subscriptionsAtStripe()).toMatchObject([{ status: 'canceled' }])
    expect(await purchasesOf()).toEqual([])
  })
})
