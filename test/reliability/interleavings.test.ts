import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError, apiError } from '#platform/api-error.ts'
import { idOf } from '#services/payments/stripe/session.ts'
import { processEvent } from '#services/stripe-events/stripe-webhook/process-event.ts'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { anaAddress, emailSteps } from './email-steps.ts'
import { passSecond } from './money-steps.ts'
import { activeSubscriptions } from './oracle.ts'
import { accountOf, buy, isSubscribed, Killed, runReconcile, sessionsOf } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { emailsTo, deliverAll } = emailSteps(() => world)

/** Pays on every open page and waits for the events. */
const payAll = async () => {
  for (const { id, status } of await sessionsOf(world))
    if (status === 'open') await world.stripeEmulator.pay(id, 'ok')
  await world.stripeEmulator.waitUntilIdle()
}

const customerOfAna = async () => String((await accountOf(world, 'ana')).profile.stripe_customer_id)

const createMember = async () => {
  await buy(world, 'ana', 'monthly')
  await payAll()
  await runReconcile(world)
  expect(await isSubscribed(world, 'ana')).toBe(true)
  passSecond(world)
  return { userId: 'ana', customerId: await customerOfAna() }
}

describe('sync', () => {
  test('never overwrites newer data from Stripe with older data', async () => {
    const customer = await createMember()
    const { deps } = world
    const now = world.clock.now()
    let isOvertaken = false
    const slow = {
      ...deps,
      stripe: {
        ...deps.stripe,
        listSubscriptions: async (customerId: string) => {
          const subscriptions = await deps.stripe.listSubscriptions(customerId)
          if (isOvertaken) return subscriptions
          isOvertaken = true
          const [subscription] = await activeSubscriptions(world, customerId)
          if (subscription) await world.stripe.subscriptions.cancel(subscription.id)
          await syncCustomer({ ...customer, now }, deps)
          return subscriptions
        },
      },
    }
    // The slow run has a change to write too, so that only the version check can reject it.
    const cause = { eventId: 'evt_slow', type: 'customer.subscription.updated' }
    const [live] = await activeSubscriptions(world, customer.customerId)
    if (live) await world.stripe.subscriptions.update(live.id, { cancel_at_period_end: true })
    await syncCustomer({ ...customer, cause, now }, slow)
    expect(await isSubscribed(world, 'ana')).toBe(false)
  })

  test('never overwrites newer data that another run found to be recorded already', async () => {
    const customer = await createMember()
    const { deps } = world
    const now = world.clock.now()
    const [live] = await activeSubscriptions(world, customer.customerId)
    const id = String(live?.id)
    await world.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    let isOvertaken = false
    const slow = {
      ...deps,
      stripe: {
        ...deps.stripe,
        listSubscriptions: async (customerId: string) => {
          const subscriptions = await deps.stripe.listSubscriptions(customerId)
          if (isOvertaken) return subscriptions
          isOvertaken = true
          await world.stripe.subscriptions.update(id, { cancel_at_period_end: false })
          // Finds nothing to write: the record has not seen the cancellation.
          await syncCustomer({ ...customer, now }, deps)
          return subscriptions
        },
      },
    }
    await syncCustomer({ ...customer, now }, slow)
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({ cancel_at_period_end: false })
  })

  test('keeps access until the date of a cancellation in the portal, and not a second longer', async () => {
    const { customerId } = await createMember()
    const [subscription] = await activeSubscriptions(world, customerId)
    const at = Math.floor(world.clock.now().getTime() / 1000) + 10 * 24 * 3600
    await world.stripe.subscriptions.update(String(subscription?.id), { cancel_at: at })
    await runReconcile(world)
    world.clock.set(new Date((at - 60) * 1000))
    expect(await isSubscribed(world, 'ana')).toBe(true)
    world.clock.set(new Date(at * 1000))
    expect(await isSubscribed(world, 'ana')).toBe(false)
  })
})

describe('webhook', () => {
  test('makes no request to Stripe for an event that was processed before', async () => {
    await createMember()
    const event = world.allEvents.find(({ type }) => type === 'customer.subscription.created')
    if (event === undefined) throw new Error('Stripe sent no event about the new subscription')
    await processEvent(event, world.deps, world.clock.now())
    let requests = 0
    world.onStripeRequest = () => {
      requests += 1
      return undefined
    }
    await processEvent(event, world.deps, world.clock.now())
    expect(requests).toBe(0)
  })
})

describe('duplicate subscription', () => {
  /** Gives a member a second subscription, charged at the list price of £50. */
  const createDuplicate = async () => {
    const customer = await createMember()
    world.clock.set(new Date(world.clock.now().getTime() + 60_000))
    const duplicate = world.stripeEmulator.startSubscription(customer.customerId, 'advice_monthly')
    expect(duplicate.status).toBe('active')
    return { customer, id: duplicate.id, invoice: String(duplicate.invoice) }
  }
  /** Returns the emails about refunds, once their events are delivered or found by the reconciliation. */
  const refundEmails = async () => {
    await deliverAll()
    return emailsTo(anaAddress, 'refunded')
  }
  const listRefunds = async () => (await world.stripe.refunds.list({ limit: 10 })).data

  test('is refunded and cancelled once', async () => {
    const { customer } = await createDuplicate()
    const now = world.clock.now()
    await Promise.all(Array.from({ length: 3 }, () => syncCustomer({ ...customer, now }, world.deps)))
    expect(await activeSubscriptions(world, customer.customerId)).toHaveLength(1)
    expect(await listRefunds()).toMatchObject([{ amount: 5000 }])
    expect(await refundEmails()).toMatchObject([{ what: 'duplicate', amount_minor: 5000 }])
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('each refund has an email with its own amount', async () => {
    const { customer, invoice } = await createDuplicate()
    world.stripeEmulator.refund({ invoice, amount: 1000 })
    await syncCustomer({ ...customer, now: world.clock.now() }, world.deps)
    expect(await activeSubscriptions(world, customer.customerId)).toHaveLength(1)
    expect((await listRefunds()).map(({ amount }) => amount).toSorted()).toEqual([1000, 4000])
    const emails = await refundEmails()
    expect(emails).toHaveLength(2)
    expect(emails).toContainEqual(expect.objectContaining({ what: 'duplicate', amount_minor: 4000 }))
    expect(emails).toContainEqual(expect.objectContaining({ what: 'subscription', amount_minor: 1000 }))
  })

  test.each(['markDuplicate', 'cancelNow', 'refundInFull'] as const)(
    'is refunded in full, emailed and cancelled after a run that was killed before %s',
    async (request) => {
      const { customer } = await createDuplicate()
      const now = world.clock.now()
      const stripe = {
        ...world.deps.stripe,
        [request]: async () => {
          throw new Killed()
        },
      }
      await expect(syncCustomer({ ...customer, now }, { ...world.deps, stripe })).rejects.toThrow(Killed)
      await syncCustomer({ ...customer, now }, world.deps)
      expect(await activeSubscriptions(world, customer.customerId)).toHaveLength(1)
      expect(await listRefunds()).toMatchObject([{ amount: 5000 }])
      expect(await refundEmails()).toMatchObject([{ amount_minor: 5000 }])
    },
  )

  test('is refunded although every event about it was lost and the refund failed at first', async () => {
    const { customer } = await createDuplicate()
    const now = world.clock.now()
    const stripe = {
      ...world.deps.stripe,
      refundInFull: async () => {
        throw apiError('payment_provider_error')
      },
    }
    const failing = syncCustomer({ ...customer, now }, { ...world.deps, stripe })
    await expect(failing).rejects.toThrow(ApiError)
    expect(await activeSubscriptions(world, customer.customerId)).toHaveLength(1)
    world.queue = []
    expect(await runReconcile(world)).toMatchObject({ drifted: 1, failed: 0 })
    expect(await listRefunds()).toMatchObject([{ amount: 5000 }])
    expect(await runReconcile(world)).toMatchObject({ drifted: 0, failed: 0 })
    expect(await refundEmails()).toMatchObject([{ amount_minor: 5000 }])
  })

  test('is refunded once its dispute is won', async () => {
    const { customer, invoice } = await createDuplicate()
    world.stripeEmulator.dispute({ invoice, outcome: 'open' })
    await syncCustomer({ ...customer, now: world.clock.now() }, world.deps)
    expect(await listRefunds()).toEqual([])
    world.stripeEmulator.dispute({ invoice, outcome: 'won' })
    await syncCustomer({ ...customer, now: world.clock.now() }, world.deps)
    expect(await listRefunds()).toMatchObject([{ amount: 5000 }])
  })

  test('is cancelled without a refund or an email when its payment is disputed', async () => {
    const { customer, invoice } = await createDuplicate()
    world.stripeEmulator.dispute({ invoice, outcome: 'open' })
    await syncCustomer({ ...customer, now: world.clock.now() }, world.deps)
    expect(await activeSubscriptions(world, customer.customerId)).toHaveLength(1)
    expect(await listRefunds()).toEqual([])
    expect(await refundEmails()).toEqual([])
  })
})

describe('reversal of a subscription payment', () => {
  test('is read from Stripe with its reason and amount while its invoice is the latest', async () => {
    const { customerId } = await createMember()
    const [subscription] = await activeSubscriptions(world, customerId)
    const id = String(subscription?.id)
    const invoiceId = idOf(subscription?.latest_invoice) ?? ''
    const { stripe } = world.deps
    const read = async () => (await stripe.listSubscriptions(customerId))[0]?.reversal
    expect(await read()).toBeUndefined()
    await stripe.recordReversal(id, { reason: 'disputed', amountMinor: 5000, invoiceId })
    expect(await read()).toEqual({ reason: 'disputed', amountMinor: 5000 })
    await stripe.recordReversal(id, { reason: 'refunded', amountMinor: 5000, invoiceId: 'in_earlier' })
    expect(await read()).toBeUndefined()
    await stripe.recordReversal(id, undefined)
    expect((await world.stripe.subscriptions.retrieve(id)).metadata).not.toHaveProperty('reversal')
  })
})
