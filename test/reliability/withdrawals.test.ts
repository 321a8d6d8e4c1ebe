import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRequestVersion } from '#shared/values/start-request.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { apiError } from '#test/kit/api-error.ts'
import { run } from './run-step.ts'
import { accountOf, buy, deliver, isSubscribed, runReconcile, sessionsOf } from './steps.ts'
import { expectWithdrawalsRefundedOnce } from './withdrawal-invariants.ts'
import { bodyOf, withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => {
  // Late on an evening before summer time begins, 14 times 24 hours later is the fifteenth day.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-04-10T10:00:00Z') })
  return world.restart()
})
afterAll(() => world.close())

const {
  deliverAll,
  buyAndPay,
  purchasesOf,
  theOnly,
  withdrawAs,
  refundsAtStripe,
  subscriptionsAtStripe,
  emailsOf,
  passMinutes,
} = withdrawalKit(() => world)

const passDays = (days: number) => passMinutes(days * 24 * 60)

describe('withdrawal from a subscription', () => {
  test('refunds, ends the access immediately and emails a confirmation', async () => {
    await buyAndPay()
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ plan: 'monthly', paidMinor: 5000, refundMinor: 5000 })
    expect(await withdrawAs('ana', bodyOf(purchase))).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await refundsAtStripe()).toEqual([5000])
    await deliverAll()
    expect(emailsOf('withdrawal')).toEqual([expect.stringContaining('"amount_minor":{"N":"5000"}')])
    for (const other of ['refunded', 'ended']) expect(emailsOf(other)).toEqual([])
    expect(await purchasesOf()).toEqual([])
  })

  test('keeps the part that was used, in whole days, because the buyer asked for an immediate start', async () => {
    await buyAndPay()
    passDays(10)
    const [subscription] = (await world.stripe.subscriptions.list()).data
    const item = subscription?.items.data[0]
    const days = Math.round(((item?.current_period_end ?? 0) - (subscription?.created ?? 0)) / 86_400)
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ startRequested: true, used: { count: 10, of: days, unit: 'days' } })
    expect(purchase.refundMinor).toBe(5000 - Math.floor((5000 * 10) / days))
    await withdrawAs('ana', bodyOf(purchase))
    expect(await refundsAtStripe()).toEqual([purchase.refundMinor])
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({
      start_request_wording: startRequestVersion,
      start_requested_at: new Date((subscription?.created ?? 0) * 1000).toISOString(),
    })
  })

  test('refunds everything without that request', async () => {
    await buyAndPay()
    passDays(10)
    const [subscription] = (await world.stripe.subscriptions.list()).data
    await world.stripe.subscriptions.update(String(subscription?.id), { metadata: { wording: '' } })
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ startRequested: false, refundMinor: 5000 })
    expect(await withdrawAs('ana', bodyOf(purchase))).toEqual({ status: 200, body: { refundMinor: 5000 } })
  })

  test('refunds no more than was paid while the clock is behind the purchase', async () => {
    await buyAndPay()
    passMinutes(-2)
    await withdrawAs('ana', bodyOf(await theOnly()))
    expect(await refundsAtStripe()).toEqual([5000])
    await expectWithdrawalsRefundedOnce(world)
  })

  test('sent twice or at the same time refunds once', async () => {
    await buyAndPay()
    const body = bodyOf(await theOnly())
    const replies = await Promise.all([withdrawAs('ana', body), withdrawAs('ana', body)])
    replies.push(await withdrawAs('ana', body))
    for (const reply of replies) expect(reply).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await refundsAtStripe()).toEqual([5000])
  })

  test('is not undone by earlier events that arrive late, in any order', async () => {
    await buy(world, 'ana', 'monthly')
    const [session] = await sessionsOf(world)
    await world.stripeEmulator.pay(String(session?.id), 'ok')
    await withdrawAs('ana', bodyOf(await theOnly()))
    for (const event of world.queue.toReversed()) await deliver(world, event)
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await runReconcile(world)).toMatchObject({ drifted: 0, failed: 0 })
    expect(await refundsAtStripe()).toEqual([5000])
  })

  test('is finished by the events if the request is interrupted after the refund', async () => {
    await buyAndPay()
    const purchase = await theOnly()
    const intent = (await world.stripe.paymentIntents.list({ limit: 1 })).data[0]
    await world.deps.stripe.refundPart(String(intent?.id), {
      amountMinor: 4000,
      totalMinor: 4000,
      purpose: `withdrawal:${purchase.id}`,
    })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(emailsOf('withdrawal')).toHaveLength(1)
    expect(emailsOf('ended')).toEqual([])
  })

  test('is acknowledged by the request itself, before any event arrives', async () => {
    await buyAndPay()
    await withdrawAs('ana', bodyOf(await theOnly()))
    expect(emailsOf('withdrawal')).toHaveLength(1)
    await withdrawAs('ana', { id: (await subscriptionsAtStripe())[0]?.id ?? '', refundMinor: 5000 })
    await deliverAll()
    expect(emailsOf('withdrawal')).toHaveLength(1)
  })

  test.each([
    ['in the same second', 0],
    ['days later', 5],
  ])('after an upgrade %s sends one email for each refund, with its own amount', async (_name, days) => {
    await buyAndPay()
    passDays(days)
    const [subscription] = await subscriptionsAtStripe()
    await planChangeGateway.changePlanNow({
      subscriptionId: String(subscription?.id),
      plan: 'annual',
      pricedAtEpochSeconds: Math.floor(world.clock.now().getTime() / 1000),
    })
    await deliverAll()
    const { refundMinor } = await theOnly()
    await withdrawAs('ana', bodyOf(await theOnly()))
    await deliverAll()
    const [latest = 0, earlier = 0] = await refundsAtStripe()
    expect(latest + earlier).toBe(refundMinor)
    expect(latest, 'refund of the upgrade').toBeGreaterThan(earlier)
    const amount = (field: string, minor: number) => expect.stringContaining(`"${field}":{"N":"${minor}"}`)
    expect(emailsOf('refunded')).toEqual([amount('amount_minor', earlier)])
    expect(emailsOf('refunded')).toEqual([expect.stringContaining('part-of-withdrawal')])
    expect(emailsOf('withdrawal')).toEqual([amount('amount_minor', latest)])
    expect(emailsOf('withdrawal')).toEqual([amount('total_minor', refundMinor)])
  })

  test('is possible until the end of the fourteenth day', async () => {
    await buyAndPay()
    const purchase = await theOnly()
    passDays(13)
    expect(await purchasesOf()).toHaveLength(1)
    passDays(2)
    expect(await purchasesOf()).toEqual([])
    expect(await withdrawAs('ana', bodyOf(purchase))).toMatchObject(apiError('withdrawal_period_over'))
    expect(await isSubscribed(world, 'ana')).toBe(true)
    passDays(1)
    expect(await withdrawAs('ana', bodyOf(purchase))).toMatchObject(apiError('not_found'))
  })

  test('is finished by a request on the next day if it was recorded on the last day', async () => {
    await buyAndPay()
    passDays(14)
    const body = bodyOf(await theOnly())
    world.onStripeRequest = (action) => (action === 'subscriptions.cancel' ? 'rejects' : undefined)
    expect(await withdrawAs('ana', body)).toMatchObject({ status: 502 })
    world.onStripeRequest = () => undefined
    passDays(1)
    expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: body.refundMinor } })
    expect(await isSubscribed(world, 'ana')).toBe(false)
  })

  test('rejects an amount that differs from the refund', async () => {
    await buyAndPay()
    const { id } = await theOnly()
    expect(await withdrawAs('ana', { id, refundMinor: 1 })).toMatchObject(
      apiError('amount_changed', 'The refund has changed since you last saw it. Please check it again.'),
    )
    expect(await refundsAtStripe()).toEqual([])
  })

  test('rejects a caller who is not the buyer', async () => {
    await buyAndPay()
    const body = bodyOf(await theOnly())
    for (const other of ['ben', 'guest'] as const)
      expect(await withdrawAs(other, body)).toMatchObject(apiError('not_found'))
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('is not offered while the payment is disputed', async () => {
    const session = await buyAndPay()
    const body = bodyOf(await theOnly())
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    expect(await purchasesOf()).toEqual([])
    expect((await withdrawAs('ana', body)).status).toBe(409)
  })

  describe('after an upgrade', () => {
    const upgrade = async () => {
      await buyAndPay()
      passDays(5)
      await run(world, { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' })
      await deliverAll()
      passDays(8)
      return theOnly()
    }

    test('refunds nothing while the payment of the upgrade is disputed, even before its event', async () => {
      const purchase = await upgrade()
      await run(world, { do: 'dispute-invoice', nth: 0, outcome: 'open' })
      expect((await withdrawAs('ana', bodyOf(purchase))).status).toBe(409)
      expect(await refundsAtStripe()).toEqual([])
    })
  })

  test('lets the account subscribe again', async () => {
    await buyAndPay()
    await withdrawAs('ana', bodyOf(await theOnly()))
    await deliverAll()
    await buyAndPay('annual')
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })
})

describe('withdrawal from a subscription whose refund is not final', () => {
  test('is acknowledged while the refund is pending, and the refund confirmed once it is paid', async () => {
    await buyAndPay()
    world.stripeEmulator.configure({ newRefunds: 'pending' })
    await withdrawAs('ana', bodyOf(await theOnly()))
    await deliverAll()
    expect(emailsOf('withdrawal')).toEqual([expect.stringContaining('"pending":{"BOOL":true}')])
    const [refund] = (await world.stripe.refunds.list({ limit: 1 })).data
    for (let times = 0; times < 2; times += 1) {
      world.stripeEmulator.finishRefund(String(refund?.id), 'succeeded')
      await deliverAll()
    }
    const emails = emailsOf('withdrawal')
    expect(emails).toHaveLength(2)
    expect(emails.filter((email) => !email.includes('pending'))).toEqual([
      expect.stringContaining('"amount_minor":{"N":"5000"}'),
    ])
    for (const other of ['refunded', 'ended']) expect(emailsOf(other)).toEqual([])
  })

  test.each([
    ['failed', 'failed'],
    ['been cancelled', 'canceled'],
  ] as const)(
    'is acknowledged with the promise of a refund, and followed by an email once that has %s',
    async (_name, outcome) => {
      await buyAndPay()
      world.stripeEmulator.configure({ newRefunds: 'requires_action' })
      await withdrawAs('ana', bodyOf(await theOnly()))
      await deliverAll()
      const [refund] = (await world.stripe.refunds.list({ limit: 1 })).data
      world.stripeEmulator.finishRefund(String(refund?.id), outcome)
      for (let times = 0; times < 2; times += 1) await deliverAll()
      expect(emailsOf('withdrawal')).toHaveLength(1)
      expect(emailsOf('refund-failed')).toEqual([expect.stringContaining('"withdrawn":{"S":"subscription"}')])
      expect(emailsOf('ended')).toEqual([])
    },
  )
})
