import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isUsable } from '#shared/rules/pass.ts'
import type { Plan } from '#shared/values/plans.ts'
import { hashOf } from '#platform/crypto.ts'
import { deleteAccountOf } from './delete-account.ts'
import { emailSteps } from './email-steps.ts'
import {
  accountOf,
  buy,
  buyAsGuest,
  deliver,
  isSubscribed,
  runReconcile,
  sessionsOf,
  setCancellation,
  verifyAsGuest,
} from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { passDays } = emailSteps(() => world)

const deliverAll = async () => {
  await world.stripeEmulator.waitUntilIdle()
  for (const event of world.queue) await deliver(world, event)
}

/** Pays on the page that was opened last. Returns its session. */
const payPage = async () => {
  const [session] = await sessionsOf(world)
  await world.stripeEmulator.pay(String(session?.id), 'ok')
  await deliverAll()
  return String(session?.id)
}

const buyAndPay = async (plan: Plan = 'monthly') => {
  await buy(world, 'ana', plan)
  return payPage()
}

const listEmails = () =>
  world.database
    .all()
    .filter(({ entity }) => entity?.['S'] === 'email')
    .map(({ content }) => JSON.stringify(content))

const hasPass = async () =>
  (await world.deps.passes.listByUser('ana'))?.some(({ pass }) => isUsable(pass, world.clock.now()))

describe('events about a subscription payment', () => {
  test('a declined card gives no access', async () => {
    await buy(world, 'ana', 'monthly')
    const [session] = await sessionsOf(world)
    await world.stripeEmulator.pay(String(session?.id), 'decline')
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
  })

  test('a full refund ends the subscription and emails the amount', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.refund({ session })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    const about = listEmails().filter((email) => email.includes('"template":{"S":"refunded"}'))
    expect(about).toEqual([expect.stringContaining('"amount_minor":{"N":"5000"}')])
  })

  test('a partial refund does not change access', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.refund({ session, amount: 1000 })
    expect(world.queue.map(({ type }) => type)).toContain('charge.refunded')
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('a lost dispute ends the subscription, and the account can buy again', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.dispute({ session, outcome: 'lost' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await buyAndPay()).not.toBe(session)
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  /** Buys a month, lets another one be charged, and opens a dispute of the first. */
  const disputeFirstOfTwoMonths = async () => {
    const session = await buyAndPay()
    await passDays(35)
    await deliverAll()
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    return session
  }
  const paidInvoices = async () => (await world.stripe.invoices.list({ status: 'paid' })).data
  const subscription = async () => (await accountOf(world, 'ana')).subscription

  test.each([
    ['won', true, 'active'],
    ['lost', false, 'canceled'],
  ] as const)(
    'a dispute of an earlier month suspends the subscription from the end of the paid month, until it is %s',
    async (outcome, subscribed, status) => {
      const session = await disputeFirstOfTwoMonths()
      expect(await isSubscribed(world, 'ana')).toBe(true)
      expect(await subscription()).toMatchObject({ disputed: true })
      // A partial refund of the current month changes nothing.
      const [latest] = await paidInvoices()
      world.stripeEmulator.refund({ invoice: String(latest?.id), amount: 1000 })
      await deliverAll()
      expect(await isSubscribed(world, 'ana')).toBe(true)
      await passDays(35)
      await deliverAll()
      await runReconcile(world)
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect(await subscription()).toMatchObject({ disputed: true })
      expect(await paidInvoices()).toHaveLength(2)
      world.stripeEmulator.dispute({ session, outcome })
      await deliverAll()
      expect(await isSubscribed(world, 'ana')).toBe(subscribed)
      expect(await subscription()).toMatchObject({ status, disputed: false })
    },
  )

  test('a lost dispute of an earlier month ends the subscription with the paid month, once', async () => {
    const session = await disputeFirstOfTwoMonths()
    world.stripeEmulator.dispute({ session, outcome: 'lost' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect(await subscription()).toMatchObject({ disputed: false, cancel_at_period_end: true })
    // One email about the dispute names the end. There is none about a cancellation, which the member did not ask for.
    expect(listEmails().filter((email) => email.includes('{"S":"cancelled"}'))).toEqual([])
    expect(listEmails().filter((email) => email.includes('{"S":"ending"}'))).toEqual([
      expect.stringContaining('"ends_at"'),
    ])
    // The member changes their mind, and later reports of the same dispute respect that.
    await setCancellation(world, 'ana', false)
    await runReconcile(world)
    expect(await subscription()).toMatchObject({ cancel_at_period_end: false })
  })

  test('a subscription that ends after a lost dispute of an earlier month names the dispute', async () => {
    const session = await disputeFirstOfTwoMonths()
    world.stripeEmulator.dispute({ session, outcome: 'lost' })
    await deliverAll()
    await passDays(35)
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await paidInvoices()).toHaveLength(2)
    expect(listEmails().filter((email) => email.includes('"template":{"S":"ended"}'))).toEqual([
      expect.stringContaining('"reason":{"S":"disputed"}'),
    ])
  })

  test('a won dispute restores no access while another payment is disputed', async () => {
    const session = await buyAndPay()
    await passDays(35)
    await deliverAll()
    const [latest] = (await world.stripe.invoices.list({ limit: 1, status: 'paid' })).data
    const invoice = String(latest?.id)
    for (const payment of [{ session }, { invoice }]) {
      world.stripeEmulator.dispute({ ...payment, outcome: 'open' })
      await deliverAll()
    }
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    world.stripeEmulator.dispute({ invoice, outcome: 'won' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('a cancellation during a dispute is confirmed, and the end is stated when access returns', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    await setCancellation(world, 'ana', true)
    const about = (template: string) => listEmails().filter((email) => email.includes(`{"S":"${template}"}`))
    expect(about('cancelled')).toEqual([expect.stringContaining('"suspended":{"S":"disputed"}')])
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll()
    expect(about('reinstated')).toEqual([expect.stringContaining('"ends_at"')])
  })

  test.each(['won', 'lost'] as const)(
    'a dispute does not outlast the subscription: the account can buy again before it is %s',
    async (outcome) => {
      const session = await buyAndPay()
      world.stripeEmulator.dispute({ session, outcome: 'open' })
      await deliverAll()
      await setCancellation(world, 'ana', true)
      await passDays(35)
      await deliverAll()
      expect((await accountOf(world, 'ana')).subscription).toMatchObject({
        status: 'canceled',
        disputed: false,
      })
      await buyAndPay()
      world.stripeEmulator.dispute({ session, outcome })
      await deliverAll()
      expect(await isSubscribed(world, 'ana')).toBe(true)
      expect((await accountOf(world, 'ana')).subscription).toMatchObject({
        status: 'active',
        disputed: false,
      })
    },
  )
})

describe('events about the payment of a pass', () => {
  test('a disputed purchase is reversed, returned when the dispute is won, and reversed when refunded', async () => {
    const session = await buyAndPay('one-time')
    expect(await hasPass()).toBe(true)
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    expect(await hasPass()).toBe(false)
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll()
    expect(await hasPass()).toBe(true)
    world.stripeEmulator.refund({ session })
    await deliverAll()
    expect(await hasPass()).toBe(false)
  })

  test.each(['delivered', 'lost'] as const)(
    'a direct debit that arrives after the deletion of its account is refunded, with its events %s',
    async (events) => {
      await buy(world, 'ana', 'one-time')
      const [session] = await sessionsOf(world)
      await world.stripeEmulator.pay(String(session?.id), 'debit')
      await deliverAll()
      await deleteAccountOf(world, 'ana')
      await passDays(9)
      if (events === 'lost') world.queue = []
      await deliverAll()
      for (let times = 0; times < 2; times += 1) await runReconcile(world)
      expect((await world.stripe.refunds.list()).data).toMatchObject([{ amount: 5000 }])
      await deliverAll()
      expect(listEmails().filter((email) => email.includes('"template":{"S":"refunded"}'))).toHaveLength(1)
    },
  )

  test('the key of a refunded guest pass does not work', async () => {
    await buyAsGuest(world, undefined)
    const session = await payPage()
    await verifyAsGuest(world, session)
    const findPass = async () => {
      const stored = await world.deps.passes.findByKeyHash(hashOf(String(world.guestKeys[0])))
      if (stored === undefined) throw new Error('The guest has no pass')
      return stored.pass
    }
    expect(isUsable(await findPass(), world.clock.now())).toBe(true)
    world.stripeEmulator.refund({ session })
    await deliverAll()
    expect(isUsable(await findPass(), world.clock.now())).toBe(false)
  })
})

describe('reconciliation', () => {
  test('withdraws access after a refund whose events were lost, and corrects nothing in a second run', async () => {
    const session = await buyAndPay()
    world.stripeEmulator.refund({ session })
    world.queue = []
    expect(await runReconcile(world)).toMatchObject({ drifted: 1, failed: 0 })
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await runReconcile(world)).toMatchObject({ drifted: 0, failed: 0 })
  })

  test('activates paid passes whose events were lost, for accounts and guests', async () => {
    await buy(world, 'ana', 'one-time')
    await buyAsGuest(world, undefined)
    for (const { id } of await sessionsOf(world)) await world.stripeEmulator.pay(id, 'ok')
    world.queue = []
    expect(await runReconcile(world)).toMatchObject({ drifted: 2, failed: 0 })
    expect(await hasPass()).toBe(true)
    expect(await world.deps.passes.findByKeyHash(hashOf(String(world.guestKeys[0])))).toBeDefined()
  })
})
