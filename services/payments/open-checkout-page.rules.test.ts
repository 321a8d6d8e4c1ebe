import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { type Plan, planFacts } from '#shared/values/plans.ts'
import { findAccount } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#platform/api-error.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { checkoutRepository } from './checkout.repository.ts'
import { customerRepository } from './customer.repository.ts'
import { openCheckoutPage, openFirstPage } from './open-checkout-page.ts'
import type { NewCheckout } from './stripe/checkout-sessions.ts'
import type { Session } from './stripe/session.ts'
import { stripeGateway } from './stripe.gateway.ts'

const now = new Date('2027-03-01T10:00:00Z')
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const inProgress = apiError('payment_in_progress')

/** Connects the payment pages of an account with a stand-in for Stripe, whose sessions a test may change. */
const shop = async () => {
  const { table, account, database } = inMemory({ now })
  const { userId } = await account()
  const checkouts = checkoutRepository(table)
  const sessions = new Map<string, Session>()
  const requests: string[] = []
  let waits = 0
  const shopWorld = {
    /** Runs at each wait for another request. */
    onWait: async (): Promise<unknown> => undefined,
    url: 'https://pay.example/1' as string | null,
  }
  const stripe = {
    ...stripeGateway,
    openCheckout: async ({ idempotencyKey = '', buyer, plan }: NewCheckout) => {
      const known = sessions.get(idempotencyKey)
      const amountMinor = planFacts[plan].priceMinor
      const facts = { isOpen: true, isComplete: false, url: shopWorld.url, amountMinor }
      const session =
        known ?? aPassSession({ id: idempotencyKey, customerId: buyer?.customerId ?? null, ...facts })
      sessions.set(idempotencyKey, session)
      requests.push(`open ${idempotencyKey.split(':').slice(2).join(' ')}`)
      return session
    },
    findSession: async (id: string) => sessions.get(id),
    expireSession: async (id: string) => {
      requests.push('expire')
      const expired = { ...(sessions.get(id) ?? aPassSession()), isOpen: false }
      sessions.set(id, expired)
      return expired
    },
  }
  const pause = async () => {
    waits += 1
    return shopWorld.onWait()
  }
  const deps = { checkouts, stripe, siteUrl: 'https://site.example', pause }
  return Object.assign(shopWorld, {
    table,
    database,
    userId,
    checkouts,
    requests,
    deps,
    waits: () => waits,
    openPages: () => [...sessions.values()].filter(({ isOpen }) => isOpen).length,
    buy: (plan: Plan, at = now, customerId = 'cus_1') =>
      openCheckoutPage({ userId, customerId, plan, now: at }, deps),
    /** Changes the only session. */
    change: (changes: Partial<Session>) => {
      for (const [id, session] of sessions) sessions.set(id, { ...session, ...changes })
    },
  })
}
const opened = { url: 'https://pay.example/1' }

describe('a payment page', () => {
  test('is opened once for the same plan', async () => {
    const { buy, requests } = await shop()
    for (let i = 0; i < 2; i += 1) expect(await buy('monthly')).toEqual(opened)
    expect(requests).toEqual(['open monthly 1'])
  })

  test('is expired when the other plan is chosen, and not by a pass', async () => {
    const { buy, requests } = await shop()
    await buy('monthly')
    await buy('one-time')
    expect(await buy('annual')).toEqual(opened)
    expect(requests).toEqual(['open monthly 1', 'open one-time 1', 'expire', 'open annual 2'])
  })

  test.each<[string, Partial<Session>]>([
    ['has expired', { isOpen: false }],
    ['was paid for', { isOpen: false, isComplete: true }],
    ['failed after a direct debit', { isOpen: false, isComplete: true, paid: false, isProcessing: false }],
  ])('is replaced once it %s', async (_state, changes) => {
    const { buy, change, requests } = await shop()
    await buy('monthly')
    change(changes)
    expect(await buy('monthly')).toEqual(opened)
    expect(requests).toEqual(['open monthly 1', 'open monthly 2'])
  })

  test('is expired and replaced once the account buys as another customer', async () => {
    const { buy, requests } = await shop()
    await buy('monthly')
    // The first customer was deleted at Stripe: nobody could pay on its page.
    expect(await buy('monthly', now, 'cus_2')).toEqual(opened)
    expect(requests).toEqual(['open monthly 1', 'expire', 'open monthly 2'])
  })

  test('is not replaced while its payment is being processed', async () => {
    const { buy, change, requests } = await shop()
    await buy('monthly')
    change({ isOpen: false, isProcessing: true })
    for (const plan of ['monthly', 'annual'] as const)
      expect(await buy(plan)).toMatchObject({ code: inProgress.code })
    expect(requests).toEqual(['open monthly 1'])
  })

  test.each<[string, Partial<Session>]>([
    ['Stripe returns no address for it', { url: null }],
    ['our pages show another price', { amountMinor: planFacts.monthly.priceMinor + 500 }],
  ])('is expired and replaced when %s', async (_reason, changes) => {
    const { buy, change, requests } = await shop()
    await buy('monthly')
    change(changes)
    await buy('monthly')
    expect(requests).toEqual(['open monthly 1', 'expire', 'open monthly 2'])
  })

  test('can be requested again after Stripe has returned no address for it', async () => {
    const world = await shop()
    world.url = null
    expect(await world.buy('monthly')).toMatchObject({ code: inProgress.code })
    world.url = opened.url
    expect(await world.buy('monthly')).toEqual(opened)
  })

  test('of an unfinished request is opened with the same key for the same plan', async () => {
    const { buy, checkouts, userId, requests } = await shop()
    await checkouts.reserve(userId, 'monthly', undefined, now)
    expect(await buy('monthly')).toEqual(opened)
    expect(requests).toEqual(['open monthly 1'])
  })

  test('of an unfinished request for the other plan is waited for, three seconds at most', async () => {
    const { buy, checkouts, userId, waits, requests } = await shop()
    await checkouts.reserve(userId, 'monthly', undefined, now)
    expect(await buy('annual', secondsLater(29.999))).toMatchObject({ code: inProgress.code })
    expect([waits(), requests]).toEqual([20, []])
  })

  test('of a request for the other plan that failed is replaced after thirty seconds', async () => {
    const { buy, checkouts, userId, waits } = await shop()
    await checkouts.reserve(userId, 'monthly', undefined, now)
    expect(await buy('annual', secondsLater(30))).toEqual(opened)
    expect(waits()).toBe(0)
  })

  test('is replaced as soon as the request for the other plan has opened its own', async () => {
    const world = await shop()
    const reserved = await world.checkouts.reserve(world.userId, 'monthly', undefined, now)
    if (reserved === undefined) throw new Error('The page is reserved')
    world.onWait = () => world.checkouts.recordSession(world.userId, reserved, { id: 'cs_gone' })
    expect(await world.buy('annual')).toEqual(opened)
    expect(world.waits()).toBe(1)
  })

  test('is reused when a third request has replaced the unfinished one', async () => {
    const world = await shop()
    const reserved = await world.checkouts.reserve(world.userId, 'monthly', undefined, now)
    world.onWait = async () => world.checkouts.reserve(world.userId, 'annual', reserved, now)
    expect(await world.buy('annual')).toEqual(opened)
    expect([world.waits(), world.requests]).toEqual([1, ['open annual 2']])
  })

  test('is the same for two requests that overlap', async () => {
    const { buy, table, requests } = await shop()
    forceOverlap(table, 2)
    const pages = await Promise.all([buy('monthly'), buy('monthly')])
    expect(pages).toEqual([opened, opened])
    expect(new Set(requests)).toEqual(new Set(['open monthly 1']))
  })

  test('is the same for two requests for different plans that overlap', async () => {
    const world = await shop()
    forceOverlap(world.table, 2)
    // The loser waits until the winner has opened its page, which it then expires.
    world.onWait = () => new Promise((resolve) => setImmediate(resolve))
    const pages = await Promise.all([world.buy('monthly'), world.buy('annual')])
    expect(pages).toEqual([opened, opened])
    expect(world.requests.filter((request) => request.startsWith('open'))).toHaveLength(2)
    expect(world.openPages()).toBe(1)
  })

  test('is not opened when each of five attempts is overtaken, or the account is deleted', async () => {
    const { table, userId, deps, requests } = await shop()
    let attempts = 0
    const reserve = async () => {
      attempts += 1
      return undefined
    }
    const busy = { ...deps, checkouts: { ...deps.checkouts, reserve } }
    const buyer = { userId, customerId: 'cus_1', plan: 'monthly', now } as const
    expect(await openCheckoutPage(buyer, busy)).toMatchObject({ code: inProgress.code })
    expect(attempts).toBe(5)
    await table.delete(keys.profile(userId))
    expect(await openCheckoutPage(buyer, deps)).toMatchObject({ code: inProgress.code })
    expect(requests).toEqual([])
  })
})

describe('the first payment page of a new customer', () => {
  const start = async () => {
    const world = await shop()
    const { userId, deps, table, database } = world
    let transactions = 0
    database.onTransaction = (moment) => {
      if (moment === 'after') transactions += 1
    }
    const stored = async () => ({
      linked: (await findAccount(table, userId))?.profile.stripe_customer_id,
      owner: await customerRepository(table).findUserId('cus_1'),
      reservation: await deps.checkouts.findReservation(userId, 'monthly'),
    })
    const openFirst = () => openFirstPage({ userId, customerId: 'cus_1', plan: 'monthly', now }, deps)
    return { ...world, openFirst, stored, transactions: () => transactions }
  }
  const nothing = { linked: undefined, owner: undefined, reservation: undefined }

  test('is reserved in the transaction that links the customer', async () => {
    const { openFirst, stored, transactions, requests, userId } = await start()
    expect(await openFirst()).toEqual(opened)
    // The second transaction records the session.
    expect(transactions()).toBe(2)
    expect(await stored()).toMatchObject({ linked: 'cus_1', owner: userId, reservation: { attempt: 1 } })
    expect(requests).toEqual(['open monthly 1'])
  })

  test('is neither reserved nor linked when a page was reserved before', async () => {
    const { openFirst, stored, checkouts, userId, requests } = await start()
    const earlier = await checkouts.reserve(userId, 'annual', undefined, now)
    expect(await openFirst()).toBeUndefined()
    expect(await stored()).toEqual({ ...nothing, reservation: earlier })
    expect(requests).toEqual([])
  })

  test('is neither reserved nor linked once the deletion of the account has started', async () => {
    const { openFirst, stored, table, userId, requests } = await start()
    await table.put(keys.deletion(userId), { entity: 'deletion' })
    expect(await openFirst()).toBeUndefined()
    expect(await stored()).toEqual(nothing)
    expect(requests).toEqual([])
  })

  test('is neither reserved nor linked when the account is deleted', async () => {
    const { openFirst, stored, table, userId, requests } = await start()
    await table.put(keys.profile(userId), { entity: 'tombstone', deleted_at: now.toISOString() })
    expect(await openFirst()).toBeUndefined()
    expect(await stored()).toEqual(nothing)
    expect(requests).toEqual([])
  })

  test('is the same for two requests that overlap', async () => {
    const { openFirst, buy, stored, requests } = await start()
    const pages = await Promise.all([openFirst(), openFirst()])
    expect(pages.filter((page) => page !== undefined)).toEqual([opened])
    expect(await buy('monthly')).toEqual(opened)
    expect(requests).toEqual(['open monthly 1'])
    expect((await stored()).reservation?.attempt).toBe(1)
  })
})

describe('the reservation of a payment page', () => {
  test.each([false, true])(
    'is made by one of two requests that saw the same one (earlier: %s)',
    async (isSecond) => {
      const { checkouts, userId } = await shop()
      const earlier = isSecond ? await checkouts.reserve(userId, 'monthly', undefined, now) : undefined
      expect(await checkouts.reserve(userId, 'annual', earlier, now)).toMatchObject({
        attempt: isSecond ? 2 : 1,
      })
      expect(await checkouts.reserve(userId, 'monthly', earlier, now)).toBeUndefined()
    },
  )

  test('keeps the session of the later attempt', async () => {
    const { checkouts, userId } = await shop()
    const first = await checkouts.reserve(userId, 'monthly', undefined, now)
    if (first === undefined) throw new Error('The page is reserved')
    await checkouts.reserve(userId, 'annual', first, now)
    await checkouts.recordSession(userId, first, { id: 'cs_late' })
    expect((await checkouts.findReservation(userId, 'annual'))?.session_id).toBeUndefined()
  })
})
