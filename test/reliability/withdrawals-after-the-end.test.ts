import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
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

  test('cannot be withdrawn from if their refund has ended it', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.refund({ session })
    await drain(world)
    expect(await subscriptionsAtStripe()).toMatchObject([{ status: 'canceled' }])
    expect(await purchasesOf()).toEqual([])
  })
})
