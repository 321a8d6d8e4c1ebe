import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { runAtCall } from './at-call.ts'
import { expectSettled } from './billing-invariants.ts'
import { snapshotOf } from './each-failure.ts'
import { emailSteps } from './email-steps.ts'
import { giveCredit, passSecond } from './money-steps.ts'
import { drain, run } from './run-step.ts'
import { attempt, deliver, isSubscribed, Killed } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { customerOf, deliverAll, passDays, purchase } = emailSteps(() => world)

/** Upgrades after ten days of a month. £20.00 of the upgrade are paid from credit. */
const upgrade = async () => {
  await purchase('monthly')
  await giveCredit(world, await customerOf(), 2000)
  await passDays(10)
  await run(world, { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' })
  await deliverAll()
  const [invoice] = (await world.stripe.invoices.list({ limit: 1 })).data
  const [subscription] = (await world.stripe.subscriptions.list()).data
  if (invoice === undefined || subscription === undefined) throw new Error('Nothing was bought')
  return {
    invoice: invoice.id,
    subscription: subscription.id,
    unusedMinor: 0 - Number(invoice.lines.data[0]?.amount),
  }
}

/** Returns what Stripe still has of the payments, and the credit that is left, in pence. */
const moneyAtStripe = async () => {
  const { data } = await world.stripe.charges.list({ limit: 100 })
  const customer = await world.stripe.customers.retrieve(await customerOf())
  return {
    kept: data.reduce((sum, { amount_captured: paid, amount_refunded: back }) => sum + paid - back, 0),
    credit: customer.deleted === true ? undefined : 0 - customer.balance,
  }
}

describe('an upgrade whose subscription staff end and whose payment they refund in full', () => {
  test.each([
    ['refund first', ['refund', 'end'], 'overlapping and repeated'],
    ['end first', ['end', 'refund'], 'overlapping and repeated'],
    ['end first, and the events are lost', ['end', 'refund'], 'lost'],
  ] as const)('gives back the unused days of the month too: they %s', async (_order, steps, delivery) => {
    const { invoice, subscription, unusedMinor } = await upgrade()
    for (const step of steps) {
      if (step === 'refund') world.stripeEmulator.refund({ invoice })
      else await world.stripe.subscriptions.cancel(subscription).catch(() => undefined)
      await deliverAll(delivery)
    }
    await deliverAll(delivery)
    expect(await moneyAtStripe()).toEqual({ kept: 5000 - unusedMinor, credit: 2000 })
  })
})

describe('an undone upgrade', () => {
  /** Returns the lines of the log with which an alarm names an amount that is due, after repeated events and three nights. */
  const alarms = async () => {
    for (let night = 0; night < 3; night += 1) {
      await deliverAll('reversed')
      await passDays(1)
      await run(world, { do: 'check', user: 'ana' })
    }
    return world.errors.filter((line) => line.includes('by hand') || line.includes('refund failed'))
  }

  test('raises one alarm about its credit if its customer is deleted at Stripe', async () => {
    const { invoice } = await upgrade()
    // If the subscription ended in the second of the payment, the payment could be late, and nothing would be undone.
    passSecond(world)
    await world.stripe.customers.del(await customerOf())
    await deliverAll()
    world.stripeEmulator.refund({ invoice })
    expect(await alarms()).toEqual([
      expect.stringMatching(/credit of a deleted customer.*"amountMinor":2000/),
    ])
  })

  test('raises one alarm about the unused days if their refund fails', async () => {
    const { invoice, unusedMinor } = await upgrade()
    world.stripeEmulator.refund({ invoice })
    world.stripeEmulator.configure({ newRefunds: 'pending' })
    await deliverAll()
    const refund = (await world.stripe.refunds.list()).data.find(({ amount }) => amount === unusedMinor)
    world.stripeEmulator.finishRefund(String(refund?.id), 'failed')
    expect(await alarms()).toEqual([expect.stringMatching(`refund failed.*${refund?.id}`)])
  })

  test.each(['open', 'lost'] as const)(
    'raises no alarm about the unused days if the dispute of their payment is %s',
    async (outcome) => {
      const { invoice } = await upgrade()
      const [month] = (await world.stripe.invoices.list({ status: 'paid' })).data.toReversed()
      world.stripeEmulator.dispute({ invoice: String(month?.id), outcome })
      await deliverAll()
      world.stripeEmulator.refund({ invoice })
      expect(await alarms()).toEqual([])
    },
  )
})

describe('an upgrade that is refunded while the bank disputes the payment for the month before', () => {
  test.each([
    ['won', 'overlapping and repeated'],
    ['won', 'lost'],
    ['lost', 'overlapping and repeated'],
  ] as const)(
    'gives back the unused days once the dispute is %s, with its events %s',
    async (outcome, delivery) => {
      const { invoice, unusedMinor } = await upgrade()
      const [month] = (await world.stripe.invoices.list({ status: 'paid' })).data.toReversed()
      const disputed = String(month?.id)
      world.stripeEmulator.dispute({ invoice: disputed, outcome: 'open' })
      await deliverAll(delivery)
      world.stripeEmulator.refund({ invoice })
      await deliverAll(delivery)
      expect(await moneyAtStripe()).toEqual({ kept: 5000, credit: 2000 })
      await passDays(40)
      world.stripeEmulator.dispute({ invoice: disputed, outcome })
      for (let times = 0; times < 2; times += 1) await deliverAll(delivery)
      // The bank has returned the whole month after a lost dispute.
      const kept = outcome === 'won' ? 5000 - unusedMinor : 5000
      expect(await moneyAtStripe()).toEqual({ kept, credit: 2000 })
    },
  )
})

/** Lets a member pay for a second month, which staff then refund in full, or which is lost in a dispute. */
const reverseSecondMonth = async (reversal: 'refunded' | 'lost'): Promise<void> => {
  await purchase('monthly')
  await passDays(32)
  await deliverAll()
  const [month] = (await world.stripe.invoices.list({ limit: 1 })).data
  const invoice = String(month?.id)
  if (reversal === 'refunded') world.stripeEmulator.refund({ invoice })
  else world.stripeEmulator.dispute({ invoice, outcome: 'lost' })
}

describe('an upgrade that is made while the event about the reversed month before it is processed', () => {
  test.each(['refunded', 'lost'] as const)(
    'gives access, or is not charged: the month is %s',
    async (reversal) => {
      await reverseSecondMonth(reversal)
      await world.stripeEmulator.waitUntilIdle()
      const restore = await snapshotOf(world)
      // The whole upgrade takes place before one of these calls. The calls after them only store the event.
      for (let after = 0; after < 16; after += 1) {
        await restore()
        const event = world.queue.find(({ type }) => /^charge\.(refunded|dispute\.closed)$/.test(type))
        if (event === undefined) throw new Error('There is no event')
        const upgrading = () => run(world, { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' })
        await runAtCall(world, { after, run: upgrading }, () => attempt(() => deliver(world, event)))
        await drain(world)
        await expectSettled(world)
      }
    },
  )
})

describe('an upgrade whose request was accepted before the event about the reversed month', () => {
  /**
   * Processes the event. Charges the upgrade before its call number `after` at Stripe or the table, which can also fail.
   * Returns whether processing made that many calls.
   */
  const chargeAt = async (after: number, fails: boolean) => {
    const event = world.queue.find(({ type }) => /^charge\.(refunded|dispute\.closed)$/.test(type))
    const [subscription] = (await world.stripe.subscriptions.list()).data
    if (event === undefined || subscription === undefined) throw new Error('There is no event')
    const pricedAtEpochSeconds = Math.floor(world.clock.now().getTime() / 1000)
    const change = { subscriptionId: subscription.id, plan: 'annual', pricedAtEpochSeconds } as const
    const charge = async () => {
      await attempt(() => planChangeGateway.changePlanNow(change))
      if (fails) throw new Killed()
    }
    return runAtCall(world, { after, run: charge }, () => attempt(() => deliver(world, event)))
  }

  test.each([
    ['refunded', false],
    ['refunded', true],
    ['lost', false],
    ['lost', true],
  ] as const)(
    'gives access, or is refunded, whenever it is charged: the month is %s, and the call fails: %s',
    async (reversal, fails) => {
      await reverseSecondMonth(reversal)
      const restore = await snapshotOf(world)
      const before = await moneyAtStripe()
      for (let after = 0, isInTime = true; isInTime; after += 1) {
        await restore()
        ;({ isInTime } = await chargeAt(after, fails))
        const [running] = (await world.stripe.subscriptions.list()).data
        // If it was paid in the second in which the subscription ended, it is a late payment, which gives access.
        const isKept = running !== undefined || (await isSubscribed(world, 'ana'))
        // The event refunds the upgrade itself, unless its processing has failed.
        expect(fails || isKept ? before : await moneyAtStripe()).toEqual(before)
        await drain(world)
        await expectSettled(world)
      }
    },
  )
})

describe('an upgrade that was charged while a dispute of the month before was recorded', () => {
  test('is kept if staff end the subscription, and the dispute is lost afterwards', async () => {
    await purchase('monthly')
    await passDays(10)
    await deliverAll()
    const [month] = (await world.stripe.invoices.list({ limit: 1 })).data
    const [subscription] = (await world.stripe.subscriptions.list()).data
    const [invoice, subscriptionId] = [String(month?.id), String(subscription?.id)]
    world.stripeEmulator.dispute({ invoice, outcome: 'open' })
    await deliverAll()
    const pricedAtEpochSeconds = Math.floor(world.clock.now().getTime() / 1000)
    await planChangeGateway.changePlanNow({ subscriptionId, plan: 'annual', pricedAtEpochSeconds })
    await run(world, { do: 'staff-end', user: 'ana' })
    await deliverAll()
    world.stripeEmulator.dispute({ invoice, outcome: 'lost' })
    for (let times = 0; times < 2; times += 1) await deliverAll()
    expect((await world.stripe.refunds.list()).data).toEqual([])
  })
})
