import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '#services/account/delete-account.ts'
import { stripeCustomers } from '#services/account/stripe-customers.ts'
import { reconcile } from '#services/stripe-events/reconcile/reconcile.ts'
import { expectSettled } from './billing-invariants.ts'
import { deletionDependenciesOf } from './delete-account.ts'
import { passSecond } from './money-steps.ts'
import { drain, run } from './run-step.ts'
import { accountOf, buy, findAccount, runReconcile } from './steps.ts'
import { withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => world.close())

const { buyAndPay, deliverAll, theOnly, refundsAtStripe, subscriptionsAtStripe, emailsOf, passMinutes } =
  withdrawalKit(() => world)

const deletion = { do: 'delete-account', user: 'ana' } as const

/** Records the withdrawal from a paid subscription, as a request does before it is interrupted. */
const recordWithdrawal = async (refundMinor = 5000, transferMinor = 0) => {
  const [subscription] = await subscriptionsAtStripe()
  const [invoice] = (await world.stripe.invoices.list({ status: 'paid' })).data
  const facts = { refundMinor, transferMinor, refundedMinor: 0, invoiceId: String(invoice?.id) }
  await world.deps.stripe.markWithdrawal(String(subscription?.id), { state: 'started', ...facts })
}

const metadataAtStripe = async () => (await subscriptionsAtStripe()).map(({ metadata }) => metadata)

/** Prepares a withdrawal that was interrupted. Like the next two, returns what the customer has paid in the end, in pence. */
const interruptedWithdrawal = async () => {
  await buyAndPay()
  await recordWithdrawal()
  return 0
}

/** Pays for a second subscription, of which no event has arrived. */
const paidTwice = async () => {
  await buyAndPay()
  await run(world, { do: 'start-duplicate', user: 'ana' })
  return 5000
}

/** Staff refund the payment of an upgrade in full. Its event, which refunds the credited month too, has not arrived. */
const refundedUpgrade = async () => {
  await buyAndPay()
  await run(world, { do: 'advance', days: 5 })
  await run(world, { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' })
  await deliverAll()
  await run(world, { do: 'refund-invoice', nth: 0, amount: undefined })
  const [upgrade] = (await world.stripe.invoices.list({ limit: 1 })).data
  const credit = upgrade?.lines.data.find(({ amount }) => amount < 0)?.amount ?? 0
  expect(credit).toBeLessThan(0)
  return 5000 + credit
}

/** Returns what Stripe still has of the customer's payments, in pence. */
const keptAtStripe = async () => {
  const { data } = await world.stripe.charges.list({ limit: 100 })
  return data.reduce((sum, { amount_captured: paid, amount_refunded: refunded }) => sum + paid - refunded, 0)
}

describe.each([
  ['a withdrawal was interrupted', interruptedWithdrawal],
  ['a second subscription was paid', paidTwice],
  ['an upgrade was refunded', refundedUpgrade],
] as const)('the deletion of an account for which %s', (_title, prepare) => {
  test.each(['delivered', 'lost'] as const)('returns the money, with its events %s', async (events) => {
    const keptMinor = await prepare()
    if (events === 'lost') world.queue = []
    await run(world, deletion)
    expect(await findAccount(world, 'ana')).toBeUndefined()
    if (events === 'lost') world.queue = []
    await drain(world)
    expect(await keptAtStripe()).toBe(keptMinor)
    await expectSettled(world)
  })

  test('fails without a change to the account while Stripe does not return the money', async () => {
    const keptMinor = await prepare()
    const kept = await keptAtStripe()
    world.onStripeRequest = (action) => (action === 'refunds.create' ? 'rejects' : undefined)
    await expect(run(world, deletion)).rejects.toMatchObject({ code: 'payment_provider_error' })
    expect(await accountOf(world, 'ana')).toBeDefined()
    expect(await keptAtStripe()).toBe(kept)
    world.onStripeRequest = () => undefined
    await run(world, deletion)
    expect(await keptAtStripe()).toBe(keptMinor)
  })
})

/** Makes Stripe list nothing of a deleted customer, as our code expects. */
const hideDeletedCustomers = () => {
  const { stripe } = world.deps
  const { listSubscriptions, listInvoices } = stripe
  const isDeleted = async (id: string) => (await world.stripe.customers.retrieve(id)).deleted === true
  vi.spyOn(stripe, 'listSubscriptions').mockImplementation(async (id) =>
    (await isDeleted(id)) ? [] : listSubscriptions(id),
  )
  vi.spyOn(stripe, 'listInvoices').mockImplementation(async (id) =>
    (await isDeleted(id)) ? [] : listInvoices(id),
  )
}

/** Deletes the account, and does something at Stripe just before or just after its customer is deleted there. */
const deleteWhile = async (moment: 'before' | 'after', act: () => Promise<void>) => {
  const deps = deletionDependenciesOf(world)
  const del: typeof stripeCustomers.delete = async (ids) => {
    if (moment === 'before') await act()
    await stripeCustomers.delete(ids)
    if (moment === 'after') await act()
  }
  const racing = { ...deps, stripeCustomers: { ...stripeCustomers, delete: del } }
  const account = await accountOf(world, 'ana')
  const customer = account.profile.stripe_customer_id
  passSecond(world)
  const now = world.clock.now()
  world.deletedAccounts = [{ account: 'ana', customer, emails: [account.profile.email], at: now }]
  await deleteAccount(account, racing, now)
}

describe('a withdrawal that is recorded while the account is being deleted', () => {
  test.each([
    ['before', 'delivered'],
    ['before', 'lost'],
    ['after', 'delivered'],
    ['after', 'lost'],
  ] as const)('is finished: %s the customer is deleted, with its events %s', async (moment, events) => {
    hideDeletedCustomers()
    await buyAndPay()
    // Neither the events nor the reconciliation have a reason to look at the invoice again.
    await run(world, { do: 'advance', days: 6 })
    await drain(world)
    const { refundMinor } = await theOnly()
    await deleteWhile(moment, async () => {
      await recordWithdrawal(refundMinor)
      if (events === 'delivered') await deliverAll()
    })
    if (events === 'lost') {
      world.queue = []
      await runReconcile(world)
    } else await deliverAll()
    expect(await refundsAtStripe()).toEqual([refundMinor])
    expect(await metadataAtStripe()).toMatchObject([{ withdrawal: 'settled' }])
    await drain(world)
    await expectSettled(world)
  })
})

const passDays = async (days: number) => {
  passMinutes(days * 24 * 60)
  await world.stripe.customers.list({ limit: 1 }) // The emulator runs what is due at the next request.
  await world.stripeEmulator.waitUntilIdle()
}

test.each(['delivered', 'lost'] as const)(
  'a second subscription whose direct debit succeeds after the deletion is refunded, with its events %s',
  async (events) => {
    await buyAndPay()
    await run(world, { do: 'card', user: 'ana', card: 'debit' })
    passSecond(world) // Of two subscriptions of the same second, either may be the second one.
    await run(world, { do: 'start-duplicate', user: 'ana' })
    expect(await subscriptionsAtStripe()).toHaveLength(2)
    await run(world, deletion)
    await drain(world)
    expect(await keptAtStripe()).toBe(5000)
    await passDays(4)
    expect(await keptAtStripe()).toBe(10_000)
    const now = world.clock.now()
    // A direct debit can take so long that the reconciliation no longer reads the end of the subscription.
    if (events === 'lost') await reconcile(world.deps, now, new Date(now.getTime() - 2 * 24 * 3600_000))
    else await deliverAll()
    expect(await keptAtStripe()).toBe(5000)
    await drain(world)
    await expectSettled(world)
  },
)

describe('a second subscription whose payment is disputed when the account is deleted', () => {
  const deleteWithDispute = async () => {
    await buyAndPay()
    passSecond(world) // Of two subscriptions of the same second, either may be the second one.
    await run(world, { do: 'start-duplicate', user: 'ana' })
    await run(world, { do: 'dispute-invoice', nth: 0, outcome: 'open' })
    await run(world, deletion)
    await drain(world)
    expect(await keptAtStripe()).toBe(10_000)
    await passDays(30)
  }

  test.each(['delivered', 'lost'] as const)(
    'is refunded when the dispute is won, with its events %s',
    async (events) => {
      await deleteWithDispute()
      await run(world, { do: 'dispute-invoice', nth: 0, outcome: 'won' })
      if (events === 'lost') await runReconcile(world)
      else await deliverAll()
      expect(await keptAtStripe()).toBe(5000)
      await drain(world)
      await expectSettled(world)
    },
  )

  test('is not refunded when the dispute is lost: the bank has returned the money', async () => {
    await deleteWithDispute()
    await run(world, { do: 'dispute-invoice', nth: 0, outcome: 'lost' })
    await drain(world)
    expect(await refundsAtStripe()).toEqual([])
    await expectSettled(world)
  })
})

describe.each([
  [
    'a late payment',
    async () => {
      await buyAndPay()
      await run(world, {
        do: 'stop-paying',
        user: 'ana',
        paysLate: false,
        afterRetries: 'canceled',
        isOffline: false,
      })
      await drain(world)
      await run(world, { do: 'pay-invoice', nth: 0, by: 'card' })
      await run(world, { do: 'dispute-invoice', nth: 0, outcome: 'open' })
    },
    { do: 'dispute-invoice', nth: 0, outcome: 'won' },
  ],
  [
    'the payment of a pass',
    async () => {
      await buy(world, 'ana', 'one-time')
      await run(world, { do: 'pay', nth: 0, card: 'ok' })
      await run(world, { do: 'dispute', nth: 0, outcome: 'open' })
    },
    { do: 'dispute', nth: 0, outcome: 'won' },
  ],
] as const)(
  '%s that is disputed before its first event, by a buyer who deletes the account',
  (_of, pay, win) => {
    test.each(['delivered', 'lost'] as const)(
      'is refunded when the dispute is won, with its events %s',
      async (events) => {
        await pay()
        await run(world, deletion)
        await drain(world)
        expect(await refundsAtStripe()).toEqual([])
        await run(world, { do: 'advance', days: 40 })
        await run(world, win)
        if (events === 'lost') world.queue = []
        await drain(world)
        expect(await refundsAtStripe()).toEqual([5000])
        await expectSettled(world)
      },
    )
  },
)

describe('the email about a withdrawal that the deletion of the account finishes', () => {
  const buyByTransfer = async () => {
    await buy(world, 'ana', 'monthly')
    const { stripe_customer_id: customer } = (await accountOf(world, 'ana')).profile
    world.stripeEmulator.startSubscription(String(customer), 'advice_monthly')
    await run(world, { do: 'pay-invoice', nth: 0, by: 'transfer' })
    await deliverAll()
    await recordWithdrawal(5000, 5000)
  }

  /** Deletes the account. Its events arrive before the account is deleted, or afterwards. */
  const deleteWithEvents = async (arrival: 'before' | 'after') => {
    if (arrival === 'after') return run(world, deletion)
    return deleteWhile('before', deliverAll)
  }

  test.each([
    ['by card', 'before'],
    ['by card', 'after'],
    ['by bank transfer', 'before'],
    ['by bank transfer', 'after'],
  ] as const)('is sent, for a payment %s and events that arrive %s the deletion', async (paid, arrival) => {
    await (paid === 'by card' ? interruptedWithdrawal() : buyByTransfer())
    await deleteWithEvents(arrival)
    await drain(world)
    expect(emailsOf('withdrawal')).toHaveLength(1)
  })
})
