import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { createCheckout } from '#shared/contract/subscriptions.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { checkoutRepository } from '#services/payments/checkout.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { NewCheckout } from '#services/payments/stripe/checkout-sessions.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { anInvoice, aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle } from './handler.ts'

const url = 'https://pay.example/1'
const opened = { status: 200, body: { url } }

/** Asks for the payment page of a plan. */
const checkOut = async (facts: NonNullable<Parameters<typeof subscriberInMemory>[0]>) => {
  const openCheckout = async () =>
    aPassSession({ mode: 'subscription', isOpen: true, isComplete: false, url })
  const subscriber = await subscriberInMemory({ ...facts, stripe: { openCheckout, ...facts.stripe } })
  const { deps, caller, table, requests } = subscriber
  const own = { ...deps, customers: customerRepository(table), checkouts: checkoutRepository(table) }
  const body = { plan: 'monthly' }
  const reply = await callInMemory(createCheckout, handle, { caller, body, now }, own)
  return { reply, requests }
}

const ended = aSubscription({ status: 'canceled', endedEpochSeconds: inDays(-5) })

describe('create-checkout', () => {
  test('opens the page for a customer without a subscription with one read of Stripe', async () => {
    const { reply, requests } = await checkOut({})
    expect(reply).toEqual(opened)
    expect(requests).toEqual(['list cus_1'])
  })

  test.each<[string, boolean, string[]]>([
    ['opens the first page of a new customer without a list of subscriptions', false, []],
    ['lists the subscriptions of a new customer who has had a page', true, ['list cus_1']],
  ])('%s', async (_name, hasHadPage, expected) => {
    const { deps, table, world, requests } = await subscriberInMemory()
    const caller = await world.account()
    const checkouts = checkoutRepository(table)
    const own = {
      ...deps,
      stripe: {
        ...deps.stripe,
        createCustomer: async () => 'cus_1',
        findSession: async () => undefined,
        openCheckout: async () =>
          aPassSession({ mode: 'subscription', isOpen: true, isComplete: false, url }),
      },
      customers: customerRepository(table),
      checkouts,
    }
    if (hasHadPage) await checkouts.reserve(caller.userId, 'monthly', undefined, now)
    const body = { plan: 'monthly' }
    expect(await callInMemory(createCheckout, handle, { caller, body, now }, own)).toEqual(opened)
    expect(requests).toEqual(expected)
  })

  test('rejects a new customer whose other request has bought a subscription in the meantime', async () => {
    const { deps, table, world } = await subscriberInMemory({ subscriptions: [aSubscription()] })
    const caller = await world.account()
    const checkouts = checkoutRepository(table)
    const pages: string[] = []
    const own = {
      ...deps,
      stripe: {
        ...deps.stripe,
        // Both requests get the same customer. The other request has linked it and opened its page, which has been
        // paid.
        createCustomer: async () => {
          await customerRepository(table).link(caller.userId, 'cus_1')
          const first = await checkouts.reserve(caller.userId, 'monthly', undefined, now)
          if (first !== undefined) await checkouts.recordSession(caller.userId, first, { id: 'cs_paid' })
          return 'cus_1'
        },
        openCheckout: async () => {
          pages.push('second page')
          return aPassSession({ mode: 'subscription', isOpen: true, isComplete: false, url })
        },
      },
      customers: customerRepository(table),
      checkouts,
    }
    const reply = await callInMemory(createCheckout, handle, { caller, body: { plan: 'monthly' }, now }, own)
    expect(reply).toMatchObject(apiError('already_subscribed'))
    expect(pages).toEqual([])
  })

  test("uses the caller's address, whatever the body contains", async () => {
    const { deps, table, world } = await subscriberInMemory()
    const caller = await world.account({ email: 'own@people.example' })
    const buyers: string[] = []
    const stripe = {
      ...deps.stripe,
      createCustomer: async ({ email }: { email: string }) => `cus_of_${email}`,
      openCheckout: async ({ buyer }: NewCheckout) => {
        buyers.push(buyer?.customerId ?? 'nobody')
        return aPassSession({ mode: 'subscription', isOpen: true, isComplete: false, url })
      },
    }
    const own = {
      ...deps,
      stripe,
      customers: customerRepository(table),
      checkouts: checkoutRepository(table),
    }
    const body = { plan: 'monthly', userInfo: { email: 'other@people.example', fullName: 'Somebody Else' } }
    expect(await callInMemory(createCheckout, handle, { caller, body, now }, own)).toEqual(opened)
    expect(buyers).toEqual(['cus_of_own@people.example'])
  })

  test('opens the page for a customer whose first payment was abandoned, without a sync', async () => {
    const subscriptions = [aSubscription({ status: 'incomplete_expired' })]
    const { reply, requests } = await checkOut({ subscriptions })
    expect(reply).toEqual(opened)
    expect(requests).toEqual(['list cus_1'])
  })

  test('opens the page for a customer whose subscription has ended', async () => {
    expect((await checkOut({ subscriptions: [ended] })).reply).toEqual(opened)
  })

  test('rejects a member without a request to Stripe', async () => {
    const { reply, requests } = await checkOut({ account: { plan: 'annual' } })
    expect(reply).toMatchObject(apiError('already_subscribed'))
    expect(requests).toEqual([])
  })

  test.each(['active', 'paused', 'trialing'])(
    'rejects a customer with a subscription at Stripe that is %s and not in our record',
    async (status) => {
      expect((await checkOut({ subscriptions: [aSubscription({ status })] })).reply).toMatchObject(
        apiError('already_subscribed'),
      )
    },
  )

  test.each<[string, Partial<ProviderSubscription>, string]>([
    [
      'is past due',
      { status: 'past_due' },
      'You have an unpaid balance of £50.00. Please pay it from your profile first: paying it restores your access.',
    ],
    [
      'has ended',
      { status: 'canceled', endedEpochSeconds: inDays(-1) },
      'You have an unpaid balance of £50.00 from a subscription that has ended. Please pay it from your profile first: paying it gives you access for one more period, starting on the day you pay.',
    ],
  ])('directs a customer whose subscription %s to the open invoice', async (_name, changes, message) => {
    const subscription = aSubscription(changes)
    const { reply } = await checkOut({
      subscriptions: [subscription],
      invoices: [anInvoice({ subscription })],
    })
    expect(reply).toMatchObject(apiError('payment_due', message))
  })

  test('names no balance when Stripe lists no open invoice of a past-due subscription', async () => {
    const { reply } = await checkOut({ subscriptions: [aSubscription({ status: 'past_due' })] })
    expect(reply).toMatchObject(apiError('payment_due'))
  })

  const disputed = 'One of your payments is disputed. You can subscribe again once the dispute is settled.'
  const reversal = { reason: 'disputed', amountMinor: 5000 } as const
  const late = anInvoice({
    id: 'in_late',
    status: 'paid',
    subscription: ended,
    paidAtEpochSeconds: inDays(-2),
    amountPaidMinor: 5000,
    paymentIntentId: 'pi_late',
  })
  const isDisputed = {
    findPayment: async (intentId: string) => ({
      intentId,
      customerId: 'cus_1',
      reversal: 'disputed' as const,
      reversedAtEpochSeconds: inDays(-1),
      amountMinor: 5000,
    }),
  }

  test('sells nothing while the payment of a running subscription is disputed', async () => {
    const subscriptions = [aSubscription({ reversal, isPaused: true })]
    expect((await checkOut({ subscriptions })).reply).toMatchObject(apiError('payment_disputed', disputed))
  })

  test('sells nothing while a late payment is disputed', async () => {
    const facts = { subscriptions: [ended], invoices: [late], stripe: isDisputed }
    expect((await checkOut(facts)).reply).toMatchObject(apiError('payment_disputed', disputed))
  })

  test.each<[string, ProviderSubscription[], SubscriptionInvoice[]]>([
    [
      'of the month after the disputed one',
      [aSubscription({ status: 'past_due', reversal, isPaused: true })],
      [anInvoice({ subscription: aSubscription({ status: 'past_due' }) })],
    ],
    ['of an ended subscription', [ended], [late, anInvoice({ subscription: ended })]],
  ])(
    'directs to the open invoice %s, because paying it gives access',
    async (_name, subscriptions, invoices) => {
      const { reply } = await checkOut({ subscriptions, invoices, stripe: isDisputed })
      expect(reply).toMatchObject({ status: 409, body: { error: { code: 'payment_due' } } })
    },
  )

  test('does not direct to an invoice that gives nothing while a running subscription is disputed', async () => {
    const running = aSubscription({ id: 'sub_2', reversal, isPaused: true })
    const facts = { subscriptions: [ended, running], invoices: [anInvoice({ subscription: ended })] }
    expect((await checkOut(facts)).reply).toMatchObject(apiError('payment_disputed', disputed))
  })

  test('directs to the open invoice of an ended subscription while a running one is refunded', async () => {
    const refunded = { reason: 'refunded', amountMinor: 5000 } as const
    const running = aSubscription({ id: 'sub_2', reversal: refunded })
    const facts = { subscriptions: [ended, running], invoices: [anInvoice({ subscription: ended })] }
    const { reply } = await checkOut(facts)
    expect(reply).toMatchObject({ status: 409, body: { error: { code: 'payment_due' } } })
  })

  test('rejects access by a late payment as a subscription, even while another invoice is open', async () => {
    const late = anInvoice({
      status: 'paid',
      subscription: ended,
      paidAtEpochSeconds: inDays(-2),
      amountPaidMinor: 5000,
      paymentIntentId: 'pi_1',
    })
    const invoices = [late, anInvoice({ id: 'in_open', subscription: ended })]
    const { reply } = await checkOut({ subscriptions: [ended], invoices })
    expect(reply).toMatchObject(apiError('already_subscribed'))
  })
})

describe('create-checkout for a new customer', () => {
  test.each<[string, 'unauthorized' | 'payment_provider_error', (table: Table, id: string) => Promise<void>]>(
    [
      ['was deleted', 'unauthorized', (table, id) => table.delete(keys.profile(id))],
      [
        'is being deleted',
        'payment_provider_error',
        (table, id) => table.put(keys.deletion(id), { entity: 'deletion' }),
      ],
    ],
  )(
    'opens no page for an account that %s in the meantime, and deletes its customer',
    async (_name, code, remove) => {
      const { deps, table, world } = await subscriberInMemory()
      const caller = await world.account()
      const checkouts = checkoutRepository(table)
      const requests: string[] = []
      const own = {
        ...deps,
        stripe: {
          ...deps.stripe,
          createCustomer: async () => {
            requests.push('create customer')
            await remove(table, caller.userId)
            return 'cus_1'
          },
          deleteCustomer: async (id: string) => void requests.push(`delete ${id}`),
        },
        customers: customerRepository(table),
        checkouts,
      }
      const reply = await callInMemory(
        createCheckout,
        handle,
        { caller, body: { plan: 'monthly' }, now },
        own,
      )
      expect(reply).toMatchObject(apiError(code))
      expect(requests).toEqual(['create customer', 'delete cus_1'])
      expect(await checkouts.findReservation(caller.userId, 'monthly')).toBeUndefined()
    },
  )
})
