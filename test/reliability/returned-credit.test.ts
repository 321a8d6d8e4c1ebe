import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { runAtCall } from './at-call.ts'
import { expectSettled } from './billing-invariants.ts'
import { snapshotOf } from './each-failure.ts'
import { anaAddress, emailSteps } from './email-steps.ts'
import { giveCredit, passSecond } from './money-steps.ts'
import { drain, run } from './run-step.ts'
import { attempt, runReconcile } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { customerOf, deliverAll, emailsTo, passDays, purchase } = emailSteps(() => world)

const giveAnaCredit = async (amountMinor: number) => giveCredit(world, await customerOf(), amountMinor)

/** Returns the credit that Ana has left, in pence. */
const creditLeft = async (customerId?: string) => {
  const customer = await world.stripe.customers.retrieve(customerId ?? (await customerOf()))
  return customer.deleted === true ? undefined : 0 - customer.balance
}

const purposes = async () =>
  (await world.stripe.customers.listBalanceTransactions(await customerOf())).data.flatMap(
    ({ metadata, amount }) => (metadata?.['purpose'] ? [[metadata['purpose'], amount]] : []),
  )

const returnEmails = () => emailsTo(anaAddress, 'credit-returned')

/** Returns what Stripe still has of the customer's payments, in pence. */
const keptAtStripe = async () => {
  const { data } = await world.stripe.charges.list({ limit: 100 })
  return data.reduce((sum, { amount_captured: paid, amount_refunded: refunded }) => sum + paid - refunded, 0)
}

const latestInvoice = async () => {
  const [invoice] = (await world.stripe.invoices.list({ limit: 1 })).data
  if (invoice === undefined) throw new Error('There is no invoice')
  return invoice
}

/** Starts a second subscription, which the credit pays first. Returns the credit that it uses. */
const duplicateWith = async (creditMinor: number) => {
  await purchase('monthly')
  await giveAnaCredit(creditMinor)
  passSecond(world)
  await run(world, { do: 'start-duplicate', user: 'ana' })
  const used = Math.min(5000, creditMinor)
  expect(await latestInvoice()).toMatchObject({ status: 'paid', amount_due: 5000 - used })
  expect(await creditLeft()).toBe(creditMinor - used)
}

/** Upgrades after half a month, with credit. Staff then refund the payment of the change in full. */
const refundedUpgrade = async ({
  creditMinor,
  monthMinor = 5000,
}: {
  creditMinor: number
  monthMinor?: number
}) => {
  await purchase('monthly')
  await giveAnaCredit(5000 - monthMinor)
  await passDays(31.1)
  await deliverAll()
  expect(await latestInvoice()).toMatchObject({ status: 'paid', amount_paid: monthMinor })
  await giveAnaCredit(creditMinor)
  await passDays(13)
  await run(world, { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' })
  await deliverAll()
  const { id, status, lines } = await latestInvoice()
  expect(status).toBe('paid')
  expect(await creditLeft()).toBe(0)
  world.stripeEmulator.refund({ invoice: id })
  return { id, unusedMinor: 0 - Number(lines.data[0]?.amount) }
}

describe('a duplicate subscription that was paid from credit', () => {
  test.each([
    ['all of it', 8000],
    ['a part of it', 3000],
  ])('gives the credit back once: %s', async (_what, creditMinor) => {
    await duplicateWith(creditMinor)
    const { id } = await latestInvoice()
    for (let times = 0; times < 2; times += 1) await deliverAll()
    // By now, Stripe has long forgotten the idempotency key.
    await passDays(3)
    await run(world, { do: 'check', user: 'ana' })
    await runReconcile(world)
    expect(await creditLeft()).toBe(creditMinor)
    expect(await purposes()).toEqual([[`undone:${id}`, -Math.min(5000, creditMinor)]])
    expect(await keptAtStripe()).toBe(5000)
    expect(await returnEmails()).toMatchObject([{ amount_minor: Math.min(5000, creditMinor) }])
    await expectSettled(world)
  })

  test.each([
    'subscriptions.cancel',
    'refunds.create',
    'customers.listBalanceTransactions',
    'customers.createBalanceTransaction',
    'subscriptions.update',
  ])('gives the credit back once although Stripe fails at %s', async (failing) => {
    await duplicateWith(3000)
    const restore = await snapshotOf(world)
    const customer = { userId: world.accounts.ana, customerId: await customerOf() }
    for (const fault of ['rejects', 'fails', 'drops the response'] as const) {
      await restore()
      let isInjected = false
      world.onStripeRequest = (action) => {
        if (isInjected || action !== failing) return undefined
        isInjected = true
        return fault
      }
      await attempt(() => syncCustomer({ ...customer, now: world.clock.now() }, world.deps))
      expect(isInjected, fault).toBe(true)
      await drain(world)
      expect([await creditLeft(), await keptAtStripe()], fault).toEqual([3000, 5000])
    }
  })

  test('gives the credit back once to syncs that run at the same time', async () => {
    await duplicateWith(3000)
    const restore = await snapshotOf(world)
    const customer = { userId: world.accounts.ana, customerId: await customerOf() }
    const sync = () => syncCustomer({ ...customer, now: world.clock.now() }, world.deps)
    for (let after = 0, isInTime = true; isInTime; after += 1) {
      await restore()
      const interruption = { after, run: async () => void (await sync()) }
      ;({ isInTime } = await runAtCall(world, interruption, sync))
      expect([await creditLeft(), await keptAtStripe()], `before call ${after}`).toEqual([3000, 5000])
    }
    await restore()
    await Promise.all([sync(), sync(), sync()])
    expect(await creditLeft()).toBe(3000)
  })

  test('gives the credit back although both refunds fail, and staff send the money in another way', async () => {
    await duplicateWith(3000)
    world.stripeEmulator.configure({ newRefunds: 'pending' })
    for (let times = 0; times < 2; times += 1) {
      await deliverAll()
      const { data } = await world.stripe.refunds.list()
      const pending = data.find(({ status }) => status === 'pending')
      world.stripeEmulator.finishRefund(String(pending?.id), 'failed')
    }
    await deliverAll()
    const { data } = await world.stripe.subscriptions.list({ status: 'all' })
    const duplicate = data.find(({ metadata }) => metadata['duplicate'] === 'refund_due')
    // Staff mark the duplicate as settled, as the runbook says.
    await world.stripe.subscriptions.update(String(duplicate?.id), { metadata: { duplicate: 'settled' } })
    await deliverAll()
    expect(await creditLeft()).toBe(3000)
  })

  test('asks staff to repay the credit if the customer is deleted at Stripe', async () => {
    await duplicateWith(8000)
    const [duplicate] = (await world.stripe.subscriptions.list()).data
    await world.deps.stripe.markDuplicate(String(duplicate?.id), 'refund_due')
    await world.stripe.customers.del(await customerOf())
    for (let times = 0; times < 2; times += 1) await drain(world)
    expect(world.errors.filter((line) => line.includes('credit of a deleted customer'))).toEqual([
      expect.stringContaining('"amountMinor":5000'),
    ])
  })
})

describe('a change of plan whose payment is refunded in full', () => {
  test('gives back the credit that it used, and refunds the unused month', async () => {
    const { id, unusedMinor } = await refundedUpgrade({ creditMinor: 3000 })
    for (let times = 0; times < 2; times += 1) await deliverAll()
    expect(await purposes()).toEqual([[`undone:${id}`, -3000]])
    expect(await creditLeft()).toBe(3000)
    expect(await keptAtStripe()).toBe(10_000 - unusedMinor)
  })

  test('gives the unused month back as it was paid: first as money, then as credit', async () => {
    const { id, unusedMinor } = await refundedUpgrade({ creditMinor: 0, monthMinor: 1000 })
    for (let times = 0; times < 2; times += 1) await deliverAll()
    expect(unusedMinor).toBeGreaterThan(1000)
    expect(await purposes()).toEqual([[`credit:${id}`, 1000 - unusedMinor]])
    expect(await creditLeft()).toBe(unusedMinor - 1000)
    expect(await returnEmails()).toMatchObject([{ amount_minor: unusedMinor - 1000 }])
    // The first month is kept, and the second one is refunded.
    expect(await keptAtStripe()).toBe(5000)
  })

  test('gives a month back as credit that was paid from credit alone', async () => {
    const { unusedMinor } = await refundedUpgrade({ creditMinor: 0, monthMinor: 0 })
    for (let times = 0; times < 2; times += 1) await deliverAll()
    expect(await creditLeft()).toBe(unusedMinor)
    expect(world.errors.filter((line) => line.includes('by hand'))).toEqual([])
  })
})

describe('a payment that is late and buys nothing', () => {
  test('is refunded, and the credit that its invoice used is given back', async () => {
    await purchase('monthly')
    await giveAnaCredit(2000)
    await run(world, {
      do: 'stop-paying',
      user: 'ana',
      paysLate: false,
      afterRetries: 'canceled',
      isOffline: false,
    })
    await deliverAll()
    const { id } = await latestInvoice()
    expect(await creditLeft()).toBe(0)
    const customerId = await customerOf()
    const price = (await world.stripe.prices.list({ lookup_keys: ['advice_monthly'] })).data[0]
    await world.stripe.subscriptions.create({ customer: customerId, items: [{ price: String(price?.id) }] })
    await deliverAll()
    await run(world, { do: 'advance', days: 1 })
    world.stripeEmulator.payInvoice(id, 'ok')
    for (let times = 0; times < 2; times += 1) await deliverAll()
    expect(await purposes()).toEqual([[`undone:${id}`, -2000]])
    expect(await creditLeft()).toBe(2000)
  })
})
