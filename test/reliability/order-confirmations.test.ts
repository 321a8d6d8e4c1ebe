import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anaAddress, emailSteps } from './email-steps.ts'
import { buy, buyAsGuest, deliver, verify, verifyAsGuest } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { emailsTo, deliverAll, passDays, payOpenSession, customerOf } = emailSteps(() => world)

describe('the confirmation of an order', () => {
  test.each(['monthly', 'one-time'] as const)(
    'is sent before any event arrives when the success page gives access, and once: %s',
    async (plan) => {
      await buy(world, 'ana', plan)
      await verify(world, 'ana', await payOpenSession())
      const confirmations = await emailsTo(anaAddress, 'receipt')
      expect(confirmations).toMatchObject([{ plan, amount_minor: 5000, order: { start_requested: true } }])
      await deliverAll()
      expect(await emailsTo(anaAddress, 'receipt')).toEqual(confirmations)
    },
  )

  test('is sent when the success page gives access to a guest', async () => {
    await buyAsGuest(world, undefined)
    const session = await payOpenSession()
    await verifyAsGuest(world, session)
    const { customer_details: details } = await world.stripe.checkout.sessions.retrieve(session)
    const order = { renewal: null }
    expect(await emailsTo(String(details?.email), 'receipt')).toMatchObject([{ plan: 'one-time', order }])
    await deliverAll()
    expect(await emailsTo(String(details?.email), 'receipt')).toHaveLength(1)
  })

  test('is sent when the event about the subscription arrives and the one about the invoice is lost', async () => {
    await buy(world, 'ana', 'monthly')
    await payOpenSession()
    await world.stripeEmulator.waitUntilIdle()
    for (const event of world.queue.filter(({ type }) => type === 'customer.subscription.created'))
      await deliver(world, event)
    expect(await emailsTo(anaAddress, 'receipt', 'welcome')).toMatchObject([
      { template: 'receipt' },
      { template: 'welcome' },
    ])
  })
})

describe('the confirmation of an order whose event was lost in an outage of more than a month', () => {
  test.each([
    ['a subscription that is past due', 32, 'past_due'],
    ['a subscription that has ended', 64, 'canceled'],
  ] as const)('is sent when the first other event arrives, for %s', async (_name, days, status) => {
    await buy(world, 'ana', 'monthly')
    await payOpenSession()
    await world.stripeEmulator.waitUntilIdle()
    world.queue = world.queue.filter(({ type }) => type !== 'invoice.paid')
    world.stripeEmulator.setCard(await customerOf(), 'decline')
    // A month until the renewal, then all its retries.
    for (let passed = 0; passed < days; passed += 32) await passDays(32)
    expect((await world.stripe.subscriptions.list({ status: 'all' })).data).toMatchObject([{ status }])
    await deliverAll()
    const order = { start_requested: true }
    expect(await emailsTo(anaAddress, 'receipt', 'welcome')).toMatchObject([
      { template: 'receipt', plan: 'monthly', amount_minor: 5000, order },
    ])
  })

  test('is sent with the welcome, for a subscription that was renewed', async () => {
    await buy(world, 'ana', 'monthly')
    await payOpenSession()
    for (let month = 0; month < 2; month += 1) await passDays(32)
    world.queue = world.queue.filter(({ type }) => type !== 'invoice.paid')
    await deliverAll()
    const emails = await emailsTo(anaAddress, 'receipt', 'welcome')
    expect(emails.filter(({ template }) => template === 'welcome')).toHaveLength(1)
    expect(emails.filter(({ template }) => template === 'receipt')).toHaveLength(3)
    expect(emails).toContainEqual(expect.objectContaining({ order: expect.anything() }))
  })

  test.each([
    ['dispute', 'delivered'],
    ['dispute', 'lost'],
    ['refund', 'delivered'],
    ['refund', 'lost'],
  ] as const)(
    'is sent once, for a pass that gives nothing because of a %s whose event is %s',
    async (reversal, event) => {
      await buy(world, 'ana', 'one-time')
      const session = await payOpenSession()
      for (let month = 0; month < 2; month += 1) await passDays(32)
      world.queue = []
      if (reversal === 'dispute') world.stripeEmulator.dispute({ session, outcome: 'open' })
      else world.stripeEmulator.refund({ session })
      for (let times = 0; times < 2; times += 1)
        await deliverAll(event === 'lost' ? 'lost' : 'overlapping and repeated')
      expect(await world.deps.passes.listByUser('ana')).toEqual([])
      const order = { renewal: null, start_requested: true }
      expect(await emailsTo(anaAddress, 'receipt')).toMatchObject([{ plan: 'one-time', order }])
    },
  )

  test('is sent to a guest whose pass gives nothing because of a dispute', async () => {
    await buyAsGuest(world, undefined)
    const session = await payOpenSession()
    for (let month = 0; month < 2; month += 1) await passDays(32)
    world.queue = []
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    const { customer_details: details } = await world.stripe.checkout.sessions.retrieve(session)
    expect(await emailsTo(String(details?.email), 'receipt')).toMatchObject([{ plan: 'one-time' }])
  })
})
