import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutesOf } from '#shared/rules/pass.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import { checkoutRepository } from '#services/payments/checkout.repository.ts'
import { changedDetailsRepository } from '#services/payments/changed-details.repository.ts'
import { handle as copyDetails } from '#services/payments/copy-account-details/handler.ts'
import { linkCustomer } from '#services/payments/link-customer.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { subscriptionRepository } from '#services/subscriptions/subscription.repository.ts'
import { startCheckout } from '#services/subscriptions/create-checkout/start-checkout.ts'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { withOverlap } from '#test/kit/overlap.ts'
import { activeSubscriptions } from './oracle.ts'
import { drain } from './run-step.ts'
import {
  accountOf,
  buy,
  buyAsGuest,
  isSubscribed,
  reportAsGuest,
  runReconcile,
  sessionsOf,
  verify,
  verifyAsGuest,
} from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

/** Pays on every open page and waits for the events. */
const payAll = async () => {
  for (const { id, status } of await sessionsOf(world))
    if (status === 'open') await world.stripeEmulator.pay(id, 'ok')
  await world.stripeEmulator.waitUntilIdle()
}

const customerOfAna = async () => String((await accountOf(world, 'ana')).profile.stripe_customer_id)

describe('checkout', () => {
  test.each([
    ['the first page of a new customer', async () => undefined],
    [
      'the first page of a customer',
      async () => {
        const { profile } = await accountOf(world, 'ana')
        const customerId = await world.deps.stripe.createCustomer(profile)
        await linkCustomer(profile.user_id, customerId, world.deps)
      },
    ],
    [
      'a page in place of an expired one',
      async () => {
        await buy(world, 'ana', 'annual')
        world.clock.set(new Date(world.clock.now().getTime() + 2 * 24 * 3600_000))
      },
    ],
  ])('leaves one open page after ten concurrent requests for %s', async (_name, prepare) => {
    await prepare()
    const checkouts = checkoutRepository(withOverlap(world.table, 10))
    const overlapping = { ...world, deps: { ...world.deps, checkouts } }
    const tabs = Array.from({ length: 10 }, (_, tab) =>
      buy(overlapping, 'ana', tab % 2 === 0 ? 'monthly' : 'annual'),
    )
    await Promise.allSettled(tabs)
    expect((await sessionsOf(world)).filter(({ status }) => status === 'open')).toHaveLength(1)
    await payAll()
    await runReconcile(world)
    expect(await activeSubscriptions(world, await customerOfAna())).toHaveLength(1)
  })

  test('gives access for the page of a request during which the details of the account changed', async () => {
    const before = await accountOf(world, 'ana')
    const now = world.clock.now()
    const details = { full_name: 'Ana Example', details_changed_at: now.toISOString() }
    await world.table.put(keys.profile('ana'), { ...before.profile, ...details })
    const after = await accountOf(world, 'ana')
    await startCheckout(before, 'monthly', world.deps, now)
    // Both requests have read the account before one of them linked its customer.
    await startCheckout(after, 'monthly', world.deps, now).catch(() => undefined)
    await payAll()
    await drain(world)
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })
})

describe('the customer of an account whose details are changed and copied while it is created', () => {
  test.each(['no page', 'a page'])('has the changed details: %s was reserved before', async (page) => {
    const account = await accountOf(world, 'ana')
    const now = world.clock.now()
    const at = now.toISOString()
    const changed = { ...account.profile, full_name: 'Ana Example', details_changed_at: at }
    const createCustomer = async (profile: typeof account.profile) => {
      const customerId = await world.deps.stripe.createCustomer(profile)
      await world.table.put(keys.profile('ana'), { ...changed, ...keys.accountDetailsChanged(at) })
      await copyDetails({ details: changedDetailsRepository(world.table), stripe: world.deps.stripe }, now)
      return customerId
    }
    if (page === 'a page') await world.deps.checkouts.reserve('ana', 'monthly', undefined, now)
    await startCheckout(
      account,
      'monthly',
      { ...world.deps, stripe: { ...world.deps.stripe, createCustomer } },
      now,
    )
    expect(await world.stripe.customers.retrieve(await customerOfAna())).toMatchObject({
      name: 'Ana Example',
    })
  })
})

describe('the account of a customer that is deleted at Stripe', () => {
  const checkOut = async (deps = world.deps) =>
    startCheckout(await accountOf(world, 'ana'), 'monthly', deps, world.clock.now())

  test('can buy after its own deletion is abandoned, although the request was interrupted', async () => {
    await world.table.put(keys.deletion('ana'), { entity: 'deletion' })
    const replace = () => Promise.reject(new Error('interrupted'))
    const interrupted = { ...world.deps, customers: { ...world.deps.customers, replace } }
    await expect(checkOut(interrupted)).rejects.toThrow('interrupted')
    await drain(world)
    await world.table.delete(keys.deletion('ana'))
    expect(await checkOut()).toMatchObject({ url: expect.any(String) })
  })

  const newCustomer = async () => world.deps.stripe.createCustomer((await accountOf(world, 'ana')).profile)

  test('is not linked to it by a request that got the customer before', async () => {
    const customerId = await newCustomer()
    await world.table.put(keys.deletion('ana'), { entity: 'deletion' })
    await expect(linkCustomer('ana', customerId, world.deps)).rejects.toThrow('The payment provider')
    await drain(world)
    await world.table.delete(keys.deletion('ana'))
    await expect(linkCustomer('ana', customerId, world.deps)).rejects.toThrow('The payment provider')
    expect(await checkOut()).toMatchObject({ url: expect.any(String) })
  })

  test('keeps a customer that another request links in the meantime', async () => {
    const customerId = await newCustomer()
    const link = async () => {
      await linkCustomer('ana', customerId, world.deps)
      return false
    }
    await linkCustomer('ana', customerId, { ...world.deps, customers: { ...world.deps.customers, link } })
    expect(await customerOfAna()).toBe(customerId)
    expect(await world.stripe.customers.retrieve(customerId)).not.toHaveProperty('deleted', true)
    expect(await checkOut()).toMatchObject({ url: expect.any(String) })
  })

  test.each(['delivered', 'lost'] as const)(
    'loses access, and can buy again as a new customer, with its events %s',
    async (events) => {
      const buyAndPay = async (plan: 'monthly' | 'annual') => {
        await buy(world, 'ana', plan)
        await payAll()
        await drain(world)
      }
      await buyAndPay('monthly')
      await world.stripe.customers.del(await customerOfAna())
      await world.stripeEmulator.waitUntilIdle()
      if (events === 'lost') world.queue = []
      await drain(world)
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect((await accountOf(world, 'ana')).profile).not.toHaveProperty('stripe_customer_id')
      await buyAndPay('annual')
      expect((await accountOf(world, 'ana')).subscriber).toMatchObject({ subscription_tier: 'annual' })
      expect(await isSubscribed(world, 'ana')).toBe(true)
    },
  )
})

describe('pass payment', () => {
  test('creates one pass when the success page and the reconciliation apply it concurrently', async () => {
    await buy(world, 'ana', 'one-time')
    await payAll()
    const [session] = await sessionsOf(world)
    const passes = passRepository(withOverlap(world.table, 11))
    const overlapping = { ...world, deps: { ...world.deps, passes } }
    const pages = Array.from({ length: 10 }, () => verify(overlapping, 'ana', String(session?.id)))
    await Promise.all([...pages, runReconcile(overlapping)])
    const stored = await world.deps.passes.listByUser('ana')
    expect(stored?.map(({ pass }) => minutesOf(pass))).toEqual([30])
  })
})

describe('guest pass', () => {
  test('starts once when ten browsers report the start at the same time', async () => {
    await buyAsGuest(world, undefined)
    await payAll()
    const [session] = await sessionsOf(world)
    await verifyAsGuest(world, String(session?.id))
    const [key = ''] = world.guestKeys
    const passes = passRepository(withOverlap(world.table, 10))
    const start = world.clock.now()
    // Each browser reports at another time, so that a second start would move the first.
    const reports = Array.from({ length: 10 }, (_, second) => {
      const now = () => new Date(start.getTime() + second * 1000)
      const browser = { ...world, clock: { ...world.clock, now }, deps: { ...world.deps, passes } }
      return reportAsGuest(browser, key, 'started')
    })
    await Promise.all(reports)
    const stored = await passes.findByKeyHash(hashOf(key))
    expect(stored).toMatchObject({ version: 2, pass: { startedAt: start.toISOString() } })
  })
})

describe('subscription', () => {
  test('is welcomed once when its webhook and four success pages are processed at the same time', async () => {
    await buy(world, 'ana', 'monthly')
    await payAll()
    const customer = { userId: 'ana', customerId: await customerOfAna(), now: world.clock.now() }
    const subscriptions = subscriptionRepository(withOverlap(world.table, 5))
    const deps = { ...world.deps, subscriptions }
    await Promise.all(Array.from({ length: 5 }, () => syncCustomer(customer, deps)))
    const { gsi1pk } = keys.emailsTo('ana@users.example', '')
    const welcomes = (await world.table.listByIndex(gsi1pk)).filter(({ cause }) =>
      String(cause).startsWith('welcome:'),
    )
    expect(welcomes).toHaveLength(1)
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })
})
