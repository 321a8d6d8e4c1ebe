import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { apiError } from '#test/kit/api-error.ts'
import { expectSettled } from './billing-invariants.ts'
import { checkEachFailure } from './each-failure.ts'
import { drain, run } from './run-step.ts'
import type { Step } from './step-kinds.ts'
import { accountOf, isSubscribed, sessionsOf } from './steps.ts'
import { withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { buyAndPay, theOnly, withdrawAs, refundsAtStripe, subscriptionsAtStripe, emailsOf, passMinutes } =
  withdrawalKit(() => world)

const withdraw: Step = { do: 'withdraw', user: 'ana', nth: 0 }
const upgrade: Step = { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' }

const chargesAtStripe = async () =>
  (await world.stripe.charges.list({ limit: 100 })).data.map(({ amount }) => amount)

const expectWithdrawn = async () => {
  expect(await isSubscribed(world, 'ana')).toBe(false)
  expect(await subscriptionsAtStripe()).toMatchObject([{ status: 'canceled' }])
  expect(await chargesAtStripe()).toEqual([5000])
  expect(await refundsAtStripe()).toEqual([5000])
  expect(emailsOf('withdrawal')).toHaveLength(1)
  for (const other of ['refunded', 'ended']) expect(emailsOf(other)).toEqual([])
}

describe('a withdrawal that is interrupted after its refund', () => {
  test.each(['delivered', 'lost'] as const)(
    'is finished, and no change of plan is charged before, with its events %s',
    async (events) => {
      await buyAndPay()
      await run(world, { do: 'kill', moment: 'before', step: withdraw })
      expect(await refundsAtStripe()).toEqual([5000])
      await run(world, upgrade)
      if (events === 'lost') world.queue = []
      await drain(world)
      await expectWithdrawn()
      await expectSettled(world)
    },
  )
})

describe.each(['delivered', 'lost'] as const)(
  'a withdrawal during which Stripe fails, with its events %s',
  (events) => {
    test('refunds and ends everything or nothing, after whichever request it stops', async () => {
      await buyAndPay()
      await checkEachFailure(world, withdraw, async () => {
        await run(world, upgrade)
        if (events === 'lost') world.queue = []
        await drain(world)
        await expectSettled(world)
        const isWithdrawn = (await refundsAtStripe()).length > 0
        expect(await chargesAtStripe()).toHaveLength(isWithdrawn ? 1 : 2)
        expect(await isSubscribed(world, 'ana')).toBe(!isWithdrawn)
        expect(emailsOf('withdrawal')).toHaveLength(isWithdrawn ? 1 : 0)
      })
    })
  },
)

describe('a withdrawal that is recorded', () => {
  const record = async () => {
    await buyAndPay()
    const [subscription] = await subscriptionsAtStripe()
    const [invoice] = (await world.stripe.invoices.list({ status: 'paid' })).data
    const id = String(subscription?.id)
    const facts = { refundMinor: 5000, transferMinor: 0, refundedMinor: 0, invoiceId: String(invoice?.id) }
    await world.deps.stripe.markWithdrawal(id, { state: 'started', ...facts })
    return id
  }

  const stateOf = async (id: string) => (await world.stripe.subscriptions.retrieve(id)).metadata['withdrawal']

  test.each(['ok', 'authenticate'] as const)(
    'undoes a change of plan that was made before the end of the subscription, with a card that is %s',
    async (card) => {
      const id = await record()
      const { stripe } = world.deps
      const customerId = String((await accountOf(world, 'ana')).profile.stripe_customer_id)
      world.stripeEmulator.setCard(customerId, card)
      const pricedAtEpochSeconds = Math.floor(world.clock.now().getTime() / 1000)
      const overtaken = {
        ...stripe,
        cancelNow: async (subscriptionId: string) => {
          await planChangeGateway.changePlanNow({ subscriptionId, plan: 'annual', pricedAtEpochSeconds })
          await stripe.cancelNow(subscriptionId)
        },
      }
      const customer = { userId: 'ana', customerId, now: world.clock.now() }
      await syncCustomer(customer, { ...world.deps, stripe: overtaken })
      await drain(world)
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect(await stateOf(id)).toBe('settled')
      const charges = await chargesAtStripe()
      expect(charges).toHaveLength(card === 'ok' ? 2 : 1)
      expect(await refundsAtStripe()).toEqual(charges)
      expect((await world.stripe.invoices.list({ status: 'open' })).data).toEqual([])
      await expectSettled(world)
    },
  )

  test.each([
    ['a part', 700, [4300, 700]],
    ['everything', undefined, [5000]],
  ])('deducts what staff refund before it is finished: %s', async (_what, amount, refunds) => {
    await record()
    await run(world, { do: 'refund-invoice', nth: 0, amount })
    await drain(world)
    expect(await refundsAtStripe()).toEqual(refunds)
    expect(await isSubscribed(world, 'ana')).toBe(false)
    await expectSettled(world)
  })

  test('is no longer recorded when the bank disputes the payment first', async () => {
    const id = await record()
    const [session] = await sessionsOf(world)
    world.stripeEmulator.dispute({ session: String(session?.id), outcome: 'open' })
    expect(await withdrawAs('ana', { id, refundMinor: 5000 })).toMatchObject(
      apiError(
        'payment_disputed',
        `This payment is disputed, so we can’t refund it here. If you want to withdraw, please email us at ${brand.supportEmail} before your 14 days end.`,
      ),
    )
    expect(await stateOf(id)).toBeUndefined()
    expect(await subscriptionsAtStripe()).toMatchObject([{ status: 'active' }])
    expect(await refundsAtStripe()).toEqual([])
  })

  test('returns and emails what it refunds when staff have refunded a part since', async () => {
    const id = await record()
    const [session] = await sessionsOf(world)
    world.stripeEmulator.refund({ session: String(session?.id), amount: 700 })
    const refunded = { status: 200, body: { refundMinor: 4300 } }
    for (let times = 0; times < 2; times += 1)
      expect(await withdrawAs('ana', { id, refundMinor: 5000 })).toEqual(refunded)
    expect(emailsOf('withdrawal')).toEqual([expect.stringContaining('"amount_minor":{"N":"4300"}')])
  })

  test('returns what it has refunded when staff refund a part of the rest before it is finished', async () => {
    await buyAndPay()
    passMinutes(12 * 24 * 60)
    const { id, refundMinor } = await theOnly()
    world.onStripeRequest = (action) => (action === 'subscriptions.cancel' ? 'rejects' : undefined)
    expect(await withdrawAs('ana', { id, refundMinor })).toMatchObject({ status: 502 })
    world.onStripeRequest = () => undefined
    await run(world, { do: 'refund-invoice', nth: 0, amount: 700 })
    expect(await withdrawAs('ana', { id, refundMinor })).toEqual({ status: 200, body: { refundMinor } })
    expect(await refundsAtStripe()).toEqual([700, refundMinor])
    expect(emailsOf('withdrawal')).toEqual([expect.stringContaining(`"amount_minor":{"N":"${refundMinor}"}`)])
  })

  test('is finished by a repeated request', async () => {
    await buyAndPay()
    await run(world, { do: 'kill', moment: 'before', step: withdraw })
    const [subscription] = await subscriptionsAtStripe()
    const body = { id: String(subscription?.id), refundMinor: 5000 }
    expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: 5000 } })
    await expectWithdrawn()
  })
})

describe('a withdrawal after an upgrade that is interrupted between its two refunds', () => {
  const interrupt = async () => {
    await buyAndPay()
    passMinutes(5 * 24 * 60)
    await run(world, upgrade)
    await drain(world)
    passMinutes(8 * 24 * 60)
    const { id, refundMinor } = await theOnly()
    let refunds = 0
    world.onStripeRequest = (action) => {
      if (action === 'refunds.create') refunds += 1
      return action === 'refunds.create' && refunds === 2 ? 'rejects' : undefined
    }
    expect(await withdrawAs('ana', { id, refundMinor })).toMatchObject({ status: 502 })
    world.onStripeRequest = () => undefined
    const [ofMonth = 0] = await refundsAtStripe()
    return { id, refundMinor, ofMonth, ofYear: refundMinor - ofMonth }
  }

  test.each(['delivered', 'lost'] as const)(
    'refunds nothing more after staff have refunded the upgrade, with its events %s',
    async (events) => {
      const { ofMonth, ofYear } = await interrupt()
      await run(world, { do: 'refund-invoice', nth: 0, amount: undefined })
      if (events === 'lost') world.queue = []
      await drain(world)
      expect(await refundsAtStripe()).toEqual([ofYear, ofMonth])
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect(emailsOf('withdrawal')).toEqual([expect.stringContaining(`"amount_minor":{"N":"${ofMonth}"}`)])
      await expectSettled(world)
    },
  )

  test('is acknowledged by a repeated request after staff have refunded the upgrade', async () => {
    const { id, refundMinor, ofMonth } = await interrupt()
    await run(world, { do: 'refund-invoice', nth: 0, amount: undefined })
    const withdrawn = { status: 200, body: { refundMinor: ofMonth } }
    expect(await withdrawAs('ana', { id, refundMinor })).toEqual(withdrawn)
    const email = expect.stringContaining(`"amount_minor":{"N":"${ofMonth}"}`)
    expect(emailsOf('withdrawal')).toEqual([email])
    await drain(world)
    expect(emailsOf('withdrawal')).toEqual([email])
  })

  test('is acknowledged when staff refund the upgrade while a repeated request refunds it', async () => {
    const { id, refundMinor, ofMonth } = await interrupt()
    const [upgraded] = (await world.stripe.invoices.list({ status: 'paid' })).data
    const invoice = String(upgraded?.id)
    world.onStripeRequest = (action) => {
      if (action !== 'paymentIntents.retrieve') return undefined
      world.onStripeRequest = () => undefined
      world.stripeEmulator.refund({ invoice })
      return undefined
    }
    const withdrawn = { status: 200, body: { refundMinor: ofMonth } }
    expect(await withdrawAs('ana', { id, refundMinor })).toEqual(withdrawn)
    expect(emailsOf('withdrawal')).toHaveLength(1)
  })

  test('deducts what staff refund of the month from the refund of the upgrade', async () => {
    const { ofMonth, ofYear } = await interrupt()
    await run(world, { do: 'refund-invoice', nth: 1, amount: 700 })
    await drain(world)
    expect(await refundsAtStripe()).toEqual([ofYear - 700, 700, ofMonth])
    expect(await isSubscribed(world, 'ana')).toBe(false)
    await expectSettled(world)
  })

  describe('and whose upgrade is disputed then', () => {
    const dispute = async (outcome: 'open' | 'won' | 'lost') => {
      await run(world, { do: 'dispute-invoice', nth: 0, outcome })
      await drain(world)
    }

    test('is finished when the dispute is won', async () => {
      const { id, refundMinor, ofMonth, ofYear } = await interrupt()
      await dispute('open')
      expect(await refundsAtStripe()).toEqual([ofMonth])
      expect(await withdrawAs('ana', { id, refundMinor })).toMatchObject(
        apiError(
          'payment_in_progress',
          'We’ve refunded one of your payments. The other one is disputed: if the dispute is settled in our favour, we’ll refund the rest.',
        ),
      )
      await dispute('won')
      expect(await refundsAtStripe()).toEqual([ofYear, ofMonth])
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect(emailsOf('withdrawal')).toHaveLength(1)
      await expectSettled(world)
    })

    test('is finished when the dispute is won after the account was deleted', async () => {
      const { ofMonth, ofYear } = await interrupt()
      await dispute('open')
      await run(world, { do: 'delete-account', user: 'ana' })
      await dispute('won')
      expect(await refundsAtStripe()).toEqual([ofYear, ofMonth])
    })

    test('refunds nothing more when the dispute is lost: the bank has returned the rest', async () => {
      const { id, ofMonth } = await interrupt()
      await dispute('open')
      await dispute('lost')
      expect(await refundsAtStripe()).toEqual([ofMonth])
      expect(await subscriptionsAtStripe()).toMatchObject([{ id, status: 'canceled' }])
      expect(emailsOf('withdrawal')).toHaveLength(1)
    })
  })
})
