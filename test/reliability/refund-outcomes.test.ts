import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { deleteAccountOf } from './delete-account.ts'
import { anaAddress, deliveries, emailSteps } from './email-steps.ts'
import { buy } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { emailsTo, deliverAll, passDays, payOpenSession, purchase, customerOf } = emailSteps(() => world)
const listRefunds = async () => (await world.stripe.refunds.list({ limit: 10 })).data
const refundEmails = () => emailsTo(anaAddress, 'refunded', 'refund-failed')
const sync = async () =>
  syncCustomer({ userId: 'ana', customerId: await customerOf(), now: world.clock.now() }, world.deps)

/** Gives Ana a second subscription. Its refund then has this status. */
const refundDuplicate = async (newRefunds: 'pending' | 'requires_action') => {
  await purchase('monthly')
  world.clock.set(new Date(world.clock.now().getTime() + 60_000))
  const { id } = world.stripeEmulator.startSubscription(await customerOf(), 'advice_monthly')
  world.stripeEmulator.configure({ newRefunds })
  await deliverAll()
  const [refund] = await listRefunds()
  expect(refund).toMatchObject({ amount: 5000, status: newRefunds })
  return { duplicate: id, refund: String(refund?.id) }
}
const markOf = async (duplicate: string) =>
  (await world.stripe.subscriptions.retrieve(duplicate)).metadata['duplicate']

const metrics = () => vi.mocked(process.stdout.write).mock.calls.map(([line]) => String(line))
const countOf = (name: string) => metrics().filter((line) => line.includes(`"${name}":1`)).length
afterEach(() => vi.mocked(process.stdout.write).mockClear())

describe('a refund that is not final', () => {
  test.each(['pending', 'requires_action'] as const)(
    'is not announced while it is %s, and once when it has succeeded',
    async (status) => {
      const { duplicate, refund } = await refundDuplicate(status)
      expect(await refundEmails()).toEqual([])
      expect(await markOf(duplicate)).toBe('refund_due')
      await sync()
      expect(await listRefunds()).toHaveLength(1)
      world.stripeEmulator.finishRefund(refund, 'succeeded')
      await deliverAll()
      expect(await refundEmails()).toMatchObject([
        { template: 'refunded', what: 'duplicate', amount_minor: 5000, currency: 'gbp' },
      ])
      expect(await markOf(duplicate)).toBe('settled')
    },
  )

  test.each(['pending', 'requires_action'] as const)(
    'of our staff is announced only once it has succeeded after it was %s',
    async (status) => {
      const session = await purchase('monthly')
      world.stripeEmulator.configure({ newRefunds: status })
      const { id } = world.stripeEmulator.refund({ session, amount: 1000 })
      await deliverAll()
      expect(await refundEmails()).toEqual([])
      world.stripeEmulator.finishRefund(id, 'succeeded')
      await deliverAll('reversed')
      expect(await refundEmails()).toMatchObject([{ what: 'subscription', amount_minor: 1000 }])
    },
  )
})

describe('a refund that fails', () => {
  test.each(['failed', 'canceled'] as const)(
    'is tried once more when it is %s, and raises an alarm when that fails too',
    async (outcome) => {
      const { duplicate, refund } = await refundDuplicate('pending')
      world.stripeEmulator.finishRefund(refund, outcome)
      await deliverAll()
      const second = (await listRefunds()).find(({ id }) => id !== refund)
      expect(second).toMatchObject({ amount: 5000, status: 'pending' })
      world.stripeEmulator.finishRefund(String(second?.id), outcome)
      vi.mocked(process.stdout.write).mockClear()
      await deliverAll()
      await sync()
      expect(await listRefunds()).toHaveLength(2)
      expect(countOf('RefundsFailed')).toBeGreaterThan(0)
      expect(await markOf(duplicate)).toBe('refund_due')
      const failures = outcome === 'failed' ? 2 : 0
      expect(await refundEmails()).toMatchObject(
        Array.from({ length: failures }, () => ({ template: 'refund-failed', what: 'duplicate' })),
      )
    },
  )

  test('is announced as successful if the second attempt succeeds', async () => {
    const { duplicate, refund } = await refundDuplicate('pending')
    world.stripeEmulator.configure({ newRefunds: 'succeeded' })
    world.stripeEmulator.finishRefund(refund, 'failed')
    await deliverAll()
    expect(await refundEmails()).toMatchObject([{ template: 'refund-failed' }, { template: 'refunded' }])
    await sync()
    expect(await markOf(duplicate)).toBe('settled')
  })

  test('alarms staff when it is a refund that they made', async () => {
    const session = await purchase('monthly')
    world.stripeEmulator.refund({ session, amount: 1000, fails: true })
    await deliverAll()
    expect(countOf('RefundsFailed')).toBeGreaterThan(0)
    expect(await refundEmails()).toMatchObject([{ template: 'refund-failed', amount_minor: 1000 }])
  })

  test.each(deliveries)(
    'alarms staff when they made it and it is cancelled, with events %s',
    async (delivery) => {
      const session = await purchase('monthly')
      world.stripeEmulator.configure({ newRefunds: 'requires_action' })
      const { id } = world.stripeEmulator.refund({ session, amount: 1000 })
      await deliverAll()
      expect(countOf('RefundsFailed')).toBe(0)
      world.stripeEmulator.finishRefund(id, 'canceled')
      await deliverAll(delivery)
      expect(countOf('RefundsFailed')).toBeGreaterThan(0)
      expect(await refundEmails()).toEqual([])
    },
  )

  test.each(['failed', 'canceled'] as const)(
    'raises one alarm, not one every night, if it is %s and its event is lost',
    async (outcome) => {
      const session = await purchase('monthly')
      world.stripeEmulator.configure({ newRefunds: 'pending' })
      const { id } = world.stripeEmulator.refund({ session, amount: 1000 })
      await deliverAll()
      world.stripeEmulator.finishRefund(id, outcome)
      for (let night = 0; night < 5; night += 1) {
        await deliverAll('lost')
        await passDays(1)
      }
      expect(countOf('RefundsFailed')).toBe(1)
    },
  )

  test('raises one alarm about each attempt, not one every night, for the pass of a deleted account', async () => {
    await buy(world, 'ana', 'one-time')
    const session = await payOpenSession('debit')
    await deliverAll()
    await deleteAccountOf(world, 'ana')
    world.stripeEmulator.configure({ newRefunds: 'pending' })
    world.stripeEmulator.finishDebit({ session, outcome: 'paid' })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await deliverAll()
      const pending = (await listRefunds()).find(({ status }) => status === 'pending')
      world.stripeEmulator.finishRefund(String(pending?.id), 'failed')
    }
    for (let night = 0; night < 14; night += 1) {
      await deliverAll()
      await passDays(1)
    }
    expect(await listRefunds()).toHaveLength(2)
    expect(countOf('RefundsFailed')).toBe(2)
  })
})
