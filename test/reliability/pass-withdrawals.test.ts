import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isUsable, minutesOf } from '#shared/rules/pass.ts'
import { startRequestVersion } from '#shared/values/start-request.ts'
import { hashOf } from '#platform/crypto.ts'
import withdrawFunction from '#services/withdrawals/withdraw-purchase/function.ts'
import { apiError } from '#test/kit/api-error.ts'
import { buyAsGuest, report, verifyAsGuest } from './steps.ts'
import { bodyOf, withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => {
  // Time stands still between steps, however long they take.
  vi.useFakeTimers({ toFake: ['Date'] })
  return world.restart()
})
afterAll(() => world.close())

const {
  deliverAll,
  payPage,
  buyAndPay,
  purchasesOf,
  theOnly,
  withdrawAs,
  refundsAtStripe,
  emailsOf,
  passMinutes,
  hasPass,
} = withdrawalKit(() => world)

describe('withdrawal from the second purchase of a pass after ten minutes of use', () => {
  const buyTwice = async () => {
    for (let times = 0; times < 2; times += 1) await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    passMinutes(10)
    const [first, second] = (await purchasesOf()).map(bodyOf)
    if (first === undefined || second === undefined) throw new Error('There are not two purchases')
    return { first, second }
  }
  const withdrawWhile = async (body: object, failure: 'rejects' | 'fails' | 'drops the response') => {
    world.onStripeRequest = (action) => (action === 'refunds.create' ? failure : undefined)
    const reply = await withdrawAs('ana', body)
    world.onStripeRequest = () => undefined
    return reply
  }

  test.each([1, 6, 15])(
    'charges for the use, %i min after the first was refunded by a request that then ended, before the events',
    async (minutes) => {
      const { first, second } = await buyTwice()
      expect(await withdrawWhile(first, 'drops the response')).toMatchObject({ status: 502 })
      passMinutes(minutes)
      expect(await withdrawAs('ana', second)).toMatchObject({ status: 409 })
      const rest = (await purchasesOf()).find(({ id }) => id === second.id)
      const refundMinor = 5000 - Math.floor((5000 * (10 + minutes)) / 30)
      expect(rest).toMatchObject({ refundMinor, minutesLeft: 0 })
      expect(await withdrawAs('ana', { id: second.id, refundMinor })).toMatchObject({ status: 200 })
      expect(await refundsAtStripe()).toEqual([refundMinor, 5000])
      expect(await hasPass()).toBe(false)
      await deliverAll()
      expect(await hasPass()).toBe(false)
    },
  )

  test('charges for the use when staff have refunded the first, before the events', async () => {
    const { first, second } = await buyTwice()
    world.stripeEmulator.refund({ session: first.id })
    expect(await withdrawAs('ana', second)).toMatchObject({ status: 409 })
    expect(await theOnly()).toMatchObject({ id: second.id, refundMinor: 3334 })
  })

  test('charges nothing for the use when the dispute of the first is won, before the events', async () => {
    const { first, second } = await buyTwice()
    world.stripeEmulator.dispute({ session: first.id, outcome: 'open' })
    await deliverAll()
    expect(await theOnly()).toMatchObject({ id: second.id, refundMinor: 3334, minutesLeft: 0 })
    world.stripeEmulator.dispute({ session: first.id, outcome: 'won' })
    expect((await purchasesOf())[1]).toMatchObject({ id: second.id, refundMinor: 5000, minutesLeft: 20 })
    expect(await withdrawAs('ana', second)).toMatchObject({ status: 200 })
    expect(await hasPass()).toBe(true)
  })

  test('works immediately after Stripe rejected the refund of the first', async () => {
    const { first, second } = await buyTwice()
    expect(await withdrawWhile(first, 'rejects')).toMatchObject({ status: 502 })
    expect(await withdrawAs('ana', second)).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await theOnly()).toMatchObject({ id: first.id, refundMinor: 3334 })
  })

  test('waits longer than the function can run, and at most a minute, while the refund of the first may still be made', async () => {
    const { first, second } = await buyTwice()
    expect(await withdrawWhile(first, 'fails')).toMatchObject({ status: 502 })
    expect(await withdrawWhile(first, 'rejects')).toMatchObject({ status: 502 })
    passMinutes((2 * withdrawFunction.timeoutSeconds) / 60)
    expect(await withdrawAs('ana', second)).toMatchObject(
      apiError(
        'payment_in_progress',
        'Your withdrawal from another purchase of this pass is still in progress. Please try again in a minute.',
      ),
    )
    passMinutes(1)
    expect(await withdrawAs('ana', second)).toMatchObject({ status: 200 })
  })

  test('keeps all minutes of a purchase that is paid after a refund and before its events', async () => {
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    passMinutes(10)
    await withdrawWhile(bodyOf(await theOnly()), 'drops the response')
    const late = world.queue
    world.queue = []
    passMinutes(6)
    await buyAndPay('one-time')
    world.queue = late
    await deliverAll()
    const passes = (await world.deps.passes.listByUser('ana')) ?? []
    expect(passes.map(({ pass }) => minutesOf(pass))).toEqual([0, 30])
  })
})

describe('withdrawal from a pass', () => {
  test('refunds the pass of an account and ends its access, once', async () => {
    await buyAndPay('one-time')
    const body = bodyOf(await theOnly())
    expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await hasPass()).toBe(false)
    expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: 5000 } })
    await deliverAll()
    expect(await hasPass()).toBe(false)
    expect(await refundsAtStripe()).toEqual([5000])
    expect(emailsOf('withdrawal')).toHaveLength(1)
  })

  test('keeps the minutes that were used, and stores the request', async () => {
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    world.clock.set(new Date(world.clock.now().getTime() + 12 * 60_000))
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ used: { count: 12, of: 30, unit: 'minutes' }, refundMinor: 3000 })
    const [stored] = (await world.deps.passes.listByUser('ana')) ?? []
    expect(stored?.pass.purchases[purchase.id]?.startRequest).toEqual({
      wording: startRequestVersion,
      at: expect.any(String),
    })
    await withdrawAs('ana', bodyOf(purchase))
    expect(await refundsAtStripe()).toEqual([3000])
  })

  test('accepts an amount that was shown up to five minutes ago', async () => {
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    passMinutes(12)
    const body = bodyOf(await theOnly())
    passMinutes(6)
    expect(await withdrawAs('ana', body)).toMatchObject({ status: 409 })
    expect(await withdrawAs('ana', { ...body, refundMinor: 1999 })).toMatchObject({ status: 409 })
    const shown = bodyOf(await theOnly())
    passMinutes(5)
    expect(await withdrawAs('ana', shown)).toEqual({ status: 200, body: { refundMinor: 2000 } })
    expect(await refundsAtStripe()).toEqual([2000])
  })

  test('charges for each minute of an extended pass once, and says what is left', async () => {
    await buyAndPay('one-time')
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    passMinutes(12)
    const [first, second] = await purchasesOf()
    expect([first, second]).toMatchObject([
      { refundMinor: 5000, minutesLeft: 18 },
      { refundMinor: 5000, minutesLeft: 18 },
    ])
    if (first === undefined) throw new Error('There is no purchase')
    await withdrawAs('ana', bodyOf(first))
    expect(await hasPass()).toBe(true)
    const rest = await theOnly()
    expect(rest).toMatchObject({ id: second?.id, refundMinor: 3000, minutesLeft: 0 })
    await withdrawAs('ana', bodyOf(rest))
    expect(await hasPass()).toBe(false)
    expect(await refundsAtStripe()).toEqual([3000, 5000])
  })

  test('can be repeated after a failure of Stripe, when fewer minutes are left', async () => {
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    passMinutes(5)
    const body = bodyOf(await theOnly())
    world.onStripeRequest = (action) => (action === 'refunds.create' ? 'fails' : undefined)
    expect(await withdrawAs('ana', body)).toMatchObject({ status: 502 })
    world.onStripeRequest = () => undefined
    passMinutes(7)
    expect(await withdrawAs('ana', bodyOf(await theOnly()))).toEqual({
      status: 200,
      body: { refundMinor: 3000 },
    })
    expect(await refundsAtStripe()).toEqual([3000])
  })

  test('refunds the pass of a guest by its key', async () => {
    await buyAsGuest(world, undefined)
    const session = await payPage()
    await verifyAsGuest(world, session)
    const key = { guest_key: String(world.guestKeys[0]) }
    const purchase = await theOnly('guest', key)
    expect(await withdrawAs('guest', { ...bodyOf(purchase), ...key })).toMatchObject({ status: 200 })
    const stored = await world.deps.passes.findByKeyHash(hashOf(key.guest_key))
    expect(stored && isUsable(stored.pass, world.clock.now())).toBe(false)
  })
})
