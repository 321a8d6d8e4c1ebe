import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { ApiError } from '#platform/api-error.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { balanceOf, unpaidInvoicesOf } from '#services/payments/unpaid-invoices.ts'
import { startCheckout } from '#services/subscriptions/create-checkout/start-checkout.ts'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { deleteAccountOf } from './delete-account.ts'
import { accountOf, buy, check, deliver, isSubscribed, runReconcile, sessionsOf } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  vi.mocked(process.stdout.write).mockClear()
  await world.restart()
})
afterAll(() => world.close())

const dayMs = 24 * 3600_000
const customerOf = async () => String((await accountOf(world, 'ana')).profile.stripe_customer_id)
const listRefunds = async () => (await world.stripe.refunds.list({ limit: 10 })).data
/** Returns the email of each refund. Events that were not delivered are read by the reconciliation. */
const refundEmails = async () => {
  await world.stripeEmulator.waitUntilIdle()
  await deliverAll()
  await runReconcile(world)
  return Promise.all(
    (await listRefunds()).map(
      async ({ id }) => (await world.table.find(keys.outboxEmail(`refunded:${id}`), outboxRecord))?.content,
    ),
  )
}

const deliverAll = async (order: 'sent' | 'reversed' = 'sent') => {
  await world.stripeEmulator.waitUntilIdle()
  for (const event of order === 'sent' ? [...world.queue] : world.queue.toReversed())
    await deliver(world, event)
}

const passDays = async (days: number) => {
  world.clock.set(new Date(world.clock.now().getTime() + days * dayMs))
  await world.stripe.customers.list({ limit: 1 }) // The emulator runs what is due at the next request.
  await world.stripeEmulator.waitUntilIdle()
}

const subscribe = async (plan: SubscriptionPlan) => {
  await buy(world, 'ana', plan)
  const open = (await sessionsOf(world)).find(({ status }) => status === 'open')
  await world.stripeEmulator.pay(String(open?.id), 'ok')
  await deliverAll()
}

/** Lets a renewal and all its retries fail. Returns the customer. */
const failRenewal = async (plan: SubscriptionPlan) => {
  await subscribe(plan)
  const customer = await customerOf()
  world.stripeEmulator.setCard(customer, 'decline')
  await passDays(plan === 'annual' ? 367 : 32)
  for (const days of [6, 14, 28]) await passDays(days)
  return customer
}

/** Lets a renewal and all its retries fail. Returns the invoice, which is still open. */
const fallBehind = async (plan: SubscriptionPlan = 'monthly') => {
  const customer = await failRenewal(plan)
  await deliverAll()
  const [invoice] = unpaidInvoicesOf(await world.deps.stripe.listInvoices(customer))
  expect(invoice).toMatchObject({ subscription: { status: 'canceled' } })
  return { customer, invoice: String(invoice?.id) }
}

const pay = async (invoice: string) => {
  world.stripeEmulator.payInvoice(invoice, 'ok')
  await world.stripeEmulator.waitUntilIdle()
}

describe('late payment of an ended subscription', () => {
  test.each([
    ['monthly', 5000, 27, 32],
    ['annual', 55_000, 364, 367],
  ] as const)(
    'buys one %s period from the day of payment, without renewal',
    async (plan, amount, before, after) => {
      const { invoice } = await fallBehind(plan)
      await pay(invoice)
      await deliverAll()
      expect(await isSubscribed(world, 'ana')).toBe(true)
      const account = await accountOf(world, 'ana')
      expect(account.subscription).toMatchObject({ late_invoice_id: invoice, balance_due_minor: null })
      const emails = world.database.all().filter((item) => JSON.stringify(item).includes('late-payment'))
      expect(emails.length).toBeGreaterThan(0)
      expect(JSON.stringify(emails)).toContain(String(amount))
      await passDays(before)
      await runReconcile(world)
      expect(await isSubscribed(world, 'ana')).toBe(true)
      await passDays(after - before)
      await runReconcile(world)
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect(await listRefunds()).toEqual([])
    },
  )

  test('has the same effect when its events arrive in reverse order', async () => {
    const { invoice } = await fallBehind()
    await pay(invoice)
    await deliverAll('reversed')
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('is repaired by the reconciliation, which counts it, when its events are lost', async () => {
    const { invoice } = await fallBehind()
    await pay(invoice)
    world.queue = []
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await runReconcile(world)).toMatchObject({ drifted: 1, failed: 0 })
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect(await runReconcile(world)).toMatchObject({ drifted: 0 })
  })

  test('buys access when it is a bank transfer that staff recorded', async () => {
    const { invoice } = await fallBehind()
    await world.stripe.invoices.pay(invoice, { paid_out_of_band: true })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ late_invoice_id: invoice })
    expect(await runReconcile(world)).toMatchObject({ drifted: 0, failed: 0 })
  })

  test('raises an alarm when it is a bank transfer of a customer who has subscribed again', async () => {
    const { customer, invoice } = await fallBehind()
    world.stripeEmulator.setCard(customer, 'ok')
    world.stripeEmulator.startSubscription(customer, 'advice_annual')
    await passDays(1)
    await world.stripe.invoices.pay(invoice, { paid_out_of_band: true })
    await deliverAll()
    await runReconcile(world)
    const lines = vi.mocked(process.stdout.write).mock.calls.map(String)
    expect(lines.filter((line) => line.includes('"RefundsFailed":1'))).toHaveLength(1)
  })

  test.each(['before', 'after'] as const)(
    'buys access when it is made in the second %s our cancellation of an unpaid subscription',
    async (order) => {
      world.stripeEmulator.configure({ afterRetries: 'unpaid' })
      const customerId = await failRenewal('monthly')
      const [invoice] = unpaidInvoicesOf(await world.deps.stripe.listInvoices(customerId))
      const payNow = () => world.stripeEmulator.payInvoice(String(invoice?.id), 'ok')
      const { stripe } = world.deps
      const paid = {
        ...stripe,
        cancelNow: async (id: string) => {
          if (order === 'before') payNow()
          world.clock.set(new Date(world.clock.now().getTime() + (order === 'before' ? 1000 : 0)))
          await stripe.cancelNow(id)
          if (order === 'after') payNow()
        },
      }
      await syncCustomer(
        { userId: 'ana', customerId, now: world.clock.now() },
        { ...world.deps, stripe: paid },
      )
      await deliverAll()
      expect(await isSubscribed(world, 'ana')).toBe(true)
      expect(await listRefunds()).toEqual([])
    },
  )

  test('is found by the check of the access status', async () => {
    const { invoice } = await fallBehind()
    await pay(invoice)
    await check(world, 'ana')
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test.each(['delivered', 'lost'] as const)(
    'is refunded when the account was deleted, with its events %s',
    async (events) => {
      const { invoice } = await fallBehind()
      await deleteAccountOf(world, 'ana')
      await passDays(1)
      await pay(invoice)
      if (events === 'lost') world.queue = []
      await deliverAll()
      expect(await runReconcile(world)).toMatchObject({ drifted: events === 'lost' ? 1 : 0, failed: 0 })
      expect(await listRefunds()).toMatchObject([{ amount: 5000 }])
      expect(await refundEmails()).toMatchObject([{ what: 'late-payment', amount_minor: 5000 }])
    },
  )

  test('is refunded once when the account has subscribed again', async () => {
    const { customer, invoice } = await fallBehind()
    world.stripeEmulator.setCard(customer, 'ok')
    world.stripeEmulator.startSubscription(customer, 'advice_annual')
    await passDays(1)
    await pay(invoice)
    await Promise.all([check(world, 'ana'), runReconcile(world), runReconcile(world)])
    await deliverAll()
    expect(await listRefunds()).toMatchObject([{ amount: 5000 }])
    expect(await refundEmails()).toMatchObject([{ what: 'late-payment', amount_minor: 5000 }])
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({
      status: 'active',
      late_invoice_id: null,
    })
  })

  test('gives no access while it is disputed, and access again when the dispute is won', async () => {
    const { invoice } = await fallBehind()
    await pay(invoice)
    await deliverAll()
    world.stripeEmulator.dispute({ invoice, outcome: 'open' })
    await deliverAll()
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ disputed: true })
    expect(await isSubscribed(world, 'ana')).toBe(false)
    world.stripeEmulator.dispute({ invoice, outcome: 'won' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })
})

describe('unpaid balance of an ended subscription', () => {
  const tryToBuy = async () =>
    startCheckout(await accountOf(world, 'ana'), 'monthly', world.deps, world.clock.now())

  test.each(['canceled', 'unpaid'] as const)(
    'stays visible and blocks checkout when Stripe ends retries with %s',
    async (afterRetries) => {
      world.stripeEmulator.configure({ afterRetries })
      const { customer } = await fallBehind()
      expect((await accountOf(world, 'ana')).subscription).toMatchObject({ balance_due_minor: 5000 })
      expect(balanceOf(await world.deps.stripe.listInvoices(customer))).toBe(5000)
      const rejection = await tryToBuy()
      expect(rejection).toBeInstanceOf(ApiError)
      expect(rejection).toMatchObject({
        code: 'payment_due',
        message:
          'You have an unpaid balance of £50.00 from a subscription that has ended. Please pay it from your profile first: paying it gives you access for one more period, starting on the day you pay.',
      })
    },
  )

  test.each(['voidInvoice', 'markUncollectible'] as const)('is zero after %s', async (action) => {
    const { invoice } = await fallBehind()
    await world.stripe.invoices[action](invoice)
    await deliverAll()
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ balance_due_minor: null })
    expect(await tryToBuy()).toHaveProperty('url')
  })

  test('is no obstacle once it is paid, but the access that it bought is', async () => {
    const { invoice } = await fallBehind()
    await pay(invoice)
    expect(await tryToBuy()).toMatchObject({ code: 'already_subscribed' })
    await passDays(40)
    expect(await tryToBuy()).toHaveProperty('url')
  })
})

describe('open dispute', () => {
  const openDispute = async () => {
    await subscribe('monthly')
    const [session] = await sessionsOf(world)
    world.stripeEmulator.dispute({ session: String(session?.id), outcome: 'open' })
    await deliverAll()
    return String(session?.id)
  }
  const paidInvoices = async () =>
    (await world.stripe.invoices.list({ customer: await customerOf(), status: 'paid' })).data

  test('charges no renewal and gives no access, until it is won', async () => {
    const session = await openDispute()
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ disputed: true, status: 'active' })
    await passDays(35)
    await deliverAll()
    await runReconcile(world)
    expect(await paidInvoices()).toHaveLength(1)
    expect(await isSubscribed(world, 'ana')).toBe(false)
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ disputed: false })
    await passDays(35)
    await deliverAll()
    expect(await paidInvoices()).toHaveLength(2)
  })

  test('ends the subscription when it is lost in a later period', async () => {
    const session = await openDispute()
    await passDays(35)
    world.stripeEmulator.dispute({ session, outcome: 'lost' })
    await deliverAll()
    expect(isAccountSubscribed(await accountOf(world, 'ana'), world.clock.now())).toBe(false)
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ status: 'canceled' })
  })
})
