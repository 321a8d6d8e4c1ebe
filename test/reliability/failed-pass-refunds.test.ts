import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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

const { deliverAll, buyAndPay, purchasesOf, theOnly, withdrawAs, emailsOf, passMinutes, hasPass } =
  withdrawalKit(() => world)

const rejected = { status: 409, body: { error: { code: 'refund_failed' } } }
const listRefunds = async () =>
  (await world.stripe.refunds.list({ limit: 10 })).data.map(({ amount, status }) => ({ amount, status }))

/** Buys a pass as Ana, whose refunds stay pending. Returns the request that withdraws from it. */
const buyForWithdrawal = async () => {
  await buyAndPay('one-time')
  world.stripeEmulator.configure({ newRefunds: 'pending' })
  return bodyOf(await theOnly())
}

const latestRefund = async (): Promise<string> => {
  const [refund] = (await world.stripe.refunds.list({ limit: 1 })).data
  return String(refund?.id)
}

/** Withdraws from a pass. The refund is pending. Returns the request and the refund. */
const withdrawWithPendingRefund = async () => {
  const body = await buyForWithdrawal()
  expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: 5000 } })
  return { body, refund: await latestRefund() }
}

/** Does the same, but the response about the refund is lost, so the request fails. */
const withdrawWithInterruption = async () => {
  const body = await buyForWithdrawal()
  world.onStripeRequest = (action) => (action === 'refunds.create' ? 'drops the response' : undefined)
  expect(await withdrawAs('ana', body)).toMatchObject({ status: 502 })
  world.onStripeRequest = () => undefined
  return { body, refund: await latestRefund() }
}

describe('withdrawal from a pass whose refund fails', () => {
  test.each([
    ['failed', 0],
    ['failed', 48],
    ['canceled', 48],
  ] as const)('ends the pass for good when it has %s after %i hours', async (outcome, hours) => {
    const { body, refund } = await withdrawWithPendingRefund()
    await deliverAll()
    passMinutes(hours * 60)
    world.stripeEmulator.finishRefund(refund, outcome)
    await deliverAll()
    expect(await hasPass()).toBe(false)
    expect(await purchasesOf()).toEqual([])
    for (let i = 0; i < 2; i += 1) expect(await withdrawAs('ana', body)).toMatchObject(rejected)
    expect(await listRefunds()).toEqual([{ amount: 5000, status: outcome }])
  })

  test('ends the pass, and acknowledges the withdrawal once, although the request was interrupted and no event came before the failure', async () => {
    const { body, refund } = await withdrawWithInterruption()
    world.stripeEmulator.finishRefund(refund, 'failed')
    expect(await withdrawAs('ana', body)).toMatchObject(rejected)
    expect(await hasPass()).toBe(false)
    expect(emailsOf('refund-failed')).toEqual([expect.stringContaining('"withdrawn":{"S":"pass"}')])
    await deliverAll()
    expect(await hasPass()).toBe(false)
    expect(emailsOf('refund-failed')).toHaveLength(1)
    expect(await listRefunds()).toEqual([{ amount: 5000, status: 'failed' }])
  })

  test.each([
    ['failed', 'failed'],
    ['been cancelled', 'canceled'],
  ] as const)(
    'is acknowledged by the event if the request was interrupted and the refund has %s by then',
    async (_name, outcome) => {
      const { refund } = await withdrawWithInterruption()
      world.stripeEmulator.finishRefund(refund, outcome)
      await deliverAll()
      expect(emailsOf('refund-failed')).toEqual([expect.stringContaining('"withdrawn":{"S":"pass"}')])
      expect(emailsOf('withdrawal')).toEqual([])
    },
  )

  test('keeps the pass over when staff repay it with so many refunds that Stripe lists it on a later page', async () => {
    const { body, refund } = await withdrawWithPendingRefund()
    world.stripeEmulator.finishRefund(refund, 'failed')
    await deliverAll()
    world.stripeEmulator.configure({ newRefunds: 'succeeded' })
    for (let times = 0; times < 100; times += 1) world.stripeEmulator.refund({ session: body.id, amount: 10 })
    await deliverAll()
    expect(await hasPass()).toBe(false)
    expect(await purchasesOf()).toEqual([])
    expect(await withdrawAs('ana', body)).toMatchObject(rejected)
  })

  test('keeps the pass over when staff refund it later', async () => {
    const { body, refund } = await withdrawWithPendingRefund()
    world.stripeEmulator.finishRefund(refund, 'failed')
    world.stripeEmulator.configure({ newRefunds: 'succeeded' })
    world.stripeEmulator.refund({ session: body.id })
    await deliverAll()
    expect(await hasPass()).toBe(false)
    expect(await withdrawAs('ana', body)).toMatchObject({
      status: 409,
      body: { error: { code: 'nothing_to_refund' } },
    })
    expect(await listRefunds()).toEqual([
      { amount: 5000, status: 'succeeded' },
      { amount: 5000, status: 'failed' },
    ])
  })
})
