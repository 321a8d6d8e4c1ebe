import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendWaitingEmails } from '#test/kit/in-memory/send-emails.ts'
import { deleteAccountOf } from './delete-account.ts'
import { anaAddress, deliveries, emailSteps } from './email-steps.ts'
import { passSecond } from './money-steps.ts'
import { buy, buyAsGuest, deliver, isSubscribed, sessionsOf, setCancellation } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { emailsTo, deliverAll, passDays, payOpenSession, purchase, customerOf } = emailSteps(() => world)
const invoicesOf = async () => (await world.stripe.invoices.list({ customer: await customerOf() })).data

describe('receipts', () => {
  test.each(deliveries)(
    'are sent once for each payment of a subscription, with events %s',
    async (delivery) => {
      await buy(world, 'ana', 'monthly')
      await payOpenSession()
      await deliverAll(delivery)
      await passDays(32)
      await deliverAll(delivery)
      const invoices = await invoicesOf()
      expect(invoices).toHaveLength(2)
      const receipts = await emailsTo(anaAddress, 'receipt')
      expect(receipts).toHaveLength(2)
      for (const { number, hosted_invoice_url: link, amount_paid: amount } of invoices)
        expect(receipts).toContainEqual(
          expect.objectContaining({ plan: 'monthly', number, link, amount_minor: amount }),
        )
    },
  )

  test('are sent for passes of accounts and guests, with the number and link of the invoice', async () => {
    await purchase('one-time')
    await buyAsGuest(world, undefined)
    const session = await payOpenSession()
    await deliverAll('reversed')
    const { customer_details: details } = await world.stripe.checkout.sessions.retrieve(session)
    for (const address of [anaAddress, String(details?.email)])
      expect(await emailsTo(address, 'receipt')).toMatchObject([
        { plan: 'one-time', amount_minor: 5000, number: expect.any(String), link: expect.any(String) },
      ])
  })
})

describe('failed payments', () => {
  beforeEach(() => {
    // 32 days later, one attempt to charge the second month has failed. In February, it would be another number.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-04-10T10:00:00Z') })
    return world.restart()
  })
  afterEach(() => void vi.useRealTimers())

  test.each(deliveries)('are reported once for each attempt, with events %s', async (delivery) => {
    await purchase('monthly')
    world.stripeEmulator.setCard(await customerOf(), 'decline')
    await passDays(32)
    await deliverAll(delivery)
    const [open] = (await invoicesOf()).filter(({ status }) => status === 'open')
    const next = new Date(Number(open?.next_payment_attempt) * 1000).toISOString()
    const first = {
      plan: 'monthly',
      amount_minor: 5000,
      next_attempt_at: next,
      link: open?.hosted_invoice_url,
    }
    expect(await emailsTo(anaAddress, 'payment-failed')).toMatchObject([first])
    await passDays(4)
    await deliverAll(delivery)
    expect(await emailsTo(anaAddress, 'payment-failed')).toHaveLength(2)
  })

  test('are not reported for a first payment, and not once the invoice is paid', async () => {
    await buy(world, 'ana', 'monthly')
    const [session] = await sessionsOf(world)
    await world.stripeEmulator.pay(String(session?.id), 'decline')
    await payOpenSession()
    await deliverAll()
    world.stripeEmulator.setCard(await customerOf(), 'decline')
    await passDays(32)
    const [open] = (await invoicesOf()).filter(({ status }) => status === 'open')
    world.stripeEmulator.payInvoice(String(open?.id), 'ok')
    await deliverAll()
    expect(await emailsTo(anaAddress, 'payment-failed')).toEqual([])
  })
})

describe('the end of a subscription', () => {
  test.each(deliveries)('is reported once after a cancellation, with events %s', async (delivery) => {
    await purchase('monthly')
    await setCancellation(world, 'ana', true)
    await deliverAll(delivery)
    expect(await emailsTo(anaAddress, 'ended')).toEqual([])
    await passDays(32)
    await deliverAll(delivery)
    expect(await emailsTo(anaAddress, 'ended')).toMatchObject([{ reason: 'cancelled', due: null }])
  })

  test('states what is due after unpaid renewals', async () => {
    await purchase('monthly')
    world.stripeEmulator.setCard(await customerOf(), 'decline')
    for (const days of [32, 6, 14, 28]) await passDays(days)
    await deliverAll()
    const [open] = (await invoicesOf()).filter(({ status }) => status === 'open')
    expect(await emailsTo(anaAddress, 'ended')).toMatchObject([
      { reason: 'unpaid', due: { amount_minor: 5000, link: open?.hosted_invoice_url } },
    ])
    expect(await emailsTo(anaAddress, 'payment-failed')).toEqual([])
  })

  test.each(['lost', 'refunded', 'us'] as const)('has the reason: %s', async (cause) => {
    const session = await purchase('monthly')
    passSecond(world)
    const [subscription] = (await world.stripe.subscriptions.list()).data
    if (cause === 'lost') world.stripeEmulator.dispute({ session, outcome: 'lost' })
    if (cause === 'refunded') world.stripeEmulator.refund({ session })
    if (cause === 'us') await world.stripe.subscriptions.cancel(String(subscription?.id))
    await deliverAll()
    const reason = cause === 'lost' ? 'disputed' : cause
    expect(await emailsTo(anaAddress, 'ended')).toMatchObject([{ reason }])
  })

  test('is not emailed if the account was deleted', async () => {
    await purchase('monthly')
    await deleteAccountOf(world, 'ana')
    await deliverAll()
    expect(await emailsTo(anaAddress, 'ended', 'receipt')).toEqual([])
  })
})

describe('refunds', () => {
  test.each(deliveries)(
    'are reported one by one with their own amounts, with events %s',
    async (delivery) => {
      const session = await purchase('monthly')
      await passDays(32)
      await deliverAll()
      world.stripeEmulator.refund({ session, amount: 1000 })
      world.stripeEmulator.refund({ session, amount: 500 })
      await deliverAll(delivery)
      const emails = await emailsTo(anaAddress, 'refunded')
      expect(emails).toHaveLength(2)
      for (const amount_minor of [1000, 500])
        expect(emails).toContainEqual(
          expect.objectContaining({
            what: 'subscription',
            amount_minor,
            payment: expect.objectContaining({ amount_minor: 5000 }),
          }),
        )
      expect(await emailsTo(anaAddress, 'ended')).toEqual([])
    },
  )

  test('are reported for guest passes, and when the bank rejects them', async () => {
    await buyAsGuest(world, undefined)
    const session = await payOpenSession()
    await deliverAll()
    world.stripeEmulator.refund({ session, amount: 1000, fails: true })
    await deliverAll()
    const { customer_details: details } = await world.stripe.checkout.sessions.retrieve(session)
    expect(await emailsTo(String(details?.email), 'refund-failed')).toMatchObject([
      { what: 'pass', amount_minor: 1000 },
    ])
  })

  test('are reported after the deletion of the account, and only those that come after it', async () => {
    const session = await purchase('monthly')
    const { customer_details: details } = await world.stripe.checkout.sessions.retrieve(session)
    world.stripeEmulator.refund({ session, amount: 1000 })
    await deliverAll()
    await sendWaitingEmails(world.table, world.clock.now())
    await deleteAccountOf(world, 'ana')
    await deliverAll()
    world.stripeEmulator.refund({ session, amount: 500 })
    await deliverAll()
    const emails = await emailsTo(String(details?.email), 'refunded')
    expect(emails).toMatchObject([{ amount_minor: 500 }])
  })

  test('are reported once if the account is deleted before the lost event is sent again', async () => {
    const session = await purchase('monthly')
    const { customer_details: details } = await world.stripe.checkout.sessions.retrieve(session)
    world.stripeEmulator.refund({ session, amount: 1000 })
    await world.stripeEmulator.waitUntilIdle()
    const lost = [...world.queue]
    await deliverAll('lost')
    expect(await emailsTo(anaAddress, 'refunded')).toHaveLength(1)
    await sendWaitingEmails(world.table, world.clock.now())
    await deleteAccountOf(world, 'ana')
    await deliverAll('lost')
    for (const event of lost) await deliver(world, event)
    expect(await emailsTo(String(details?.email), 'refunded')).toEqual([])
  })
})

describe('disputes', () => {
  test.each(['won', 'lost'] as const)(
    'are reported when they are opened and when they are %s',
    async (outcome) => {
      const session = await purchase('monthly')
      world.stripeEmulator.dispute({ session, outcome: 'open' })
      await deliverAll()
      const facts = { what: 'subscription', amount_minor: 5000 }
      expect(await emailsTo(anaAddress, 'dispute')).toMatchObject([
        { ...facts, state: 'opened', effect: 'suspended' },
      ])
      // Decided later, not in the second of the payment.
      world.clock.set(new Date(world.clock.now().getTime() + 60_000))
      world.stripeEmulator.dispute({ session, outcome })
      await deliverAll('reversed')
      expect(await emailsTo(anaAddress, 'dispute')).toMatchObject([
        { ...facts, state: 'opened' },
        { ...facts, state: outcome, effect: outcome === 'won' ? 'running' : 'ended' },
      ])
      expect(await emailsTo(anaAddress, 'refunded')).toEqual([])
    },
  )

  test.each(deliveries)('are reported once an inquiry becomes one, with events %s', async (delivery) => {
    const session = await purchase('monthly')
    world.stripeEmulator.dispute({ session, outcome: 'inquiry' })
    await deliverAll()
    expect(await emailsTo(anaAddress, 'dispute')).toEqual([])
    expect(await isSubscribed(world, 'ana')).toBe(true)
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll(delivery)
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await emailsTo(anaAddress, 'dispute')).toMatchObject([{ state: 'opened', effect: 'suspended' }])
  })

  test('say that the subscription had ended to a customer who has subscribed again', async () => {
    const session = await purchase('monthly')
    await setCancellation(world, 'ana', true)
    await passDays(35)
    await deliverAll()
    await purchase('monthly')
    for (const outcome of ['open', 'lost'] as const) {
      // The emails are listed by their time.
      passSecond(world)
      world.stripeEmulator.dispute({ session, outcome })
      await deliverAll()
    }
    expect(await emailsTo(anaAddress, 'dispute')).toMatchObject([
      { state: 'opened', effect: 'none' },
      { state: 'lost', effect: 'none' },
    ])
  })

  test('are not reported as opened by an event that arrives after the decision', async () => {
    const session = await purchase('one-time')
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll('reversed')
    expect(await emailsTo(anaAddress, 'dispute')).toMatchObject([{ what: 'pass', state: 'won' }])
  })
})
