import '#test/kit/in-memory/environment.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findAccount } from '#platform/account/account.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import { anInvoice, aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { subscriptionRepository } from './subscription.repository.ts'
import { syncCustomer } from './sync-customer.ts'

type Subscriber = Awaited<ReturnType<typeof subscriberInMemory>>

const sync = ({ caller, deps }: Subscriber, changes: Partial<Subscriber['deps']> = {}) =>
  syncCustomer({ userId: caller.userId, customerId: 'cus_1', now }, { ...deps, ...changes })

/** Replaces the write of the records. The first call returns `outcome` instead of writing. */
const withOutcome = ({ table }: Subscriber, outcome: 'stale' | 'seen') => {
  const subscriptions = subscriptionRepository(table)
  const { project } = subscriptions
  let isFirst = true
  subscriptions.project = async (projection) => {
    if (!isFirst) return project(projection)
    isFirst = false
    return outcome
  }
  return { subscriptions }
}

afterEach(() => void vi.restoreAllMocks())

describe('the confirmation of an order', () => {
  test('is for the subscription that was bought, and is sent only with the welcome email', async () => {
    const find = vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(undefined)
    const ended = { status: 'canceled', createdEpochSeconds: inDays(-40), endedEpochSeconds: inDays(-20) }
    const subscriber = await subscriberInMemory({
      subscriptions: [
        aSubscription({ id: 'sub_0', latestInvoiceId: 'in_before', ...ended }),
        aSubscription({ latestInvoiceId: 'in_bought' }),
      ],
    })
    for (let i = 0; i < 2; i += 1) await sync(subscriber)
    expect(find.mock.calls).toEqual([['in_bought']])
  })

  test.each([
    ['active', {}],
    ['past due', { status: 'past_due' }],
    ['ended', { status: 'canceled', endedEpochSeconds: inDays(-1) }],
  ])(
    'is sent once for a subscription that has a later invoice and is %s when it is first recorded',
    async (_name, state) => {
      const find = vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(undefined)
      const subscription = aSubscription({ latestInvoiceId: 'in_open', hasLaterInvoice: true, ...state })
      const paid = { status: 'paid', paidAtEpochSeconds: inDays(-10), amountPaidMinor: 5000 }
      const subscriber = await subscriberInMemory({
        subscriptions: [subscription],
        invoices: [
          anInvoice({ id: 'in_open', subscription }),
          anInvoice({ id: 'in_first', subscription, ...paid }),
          anInvoice({ id: 'in_other', subscription: aSubscription({ id: 'sub_0' }), ...paid }),
        ],
      })
      for (let i = 0; i < 2; i += 1) await sync(subscriber)
      expect(find.mock.calls).toEqual([['in_first']])
    },
  )

  test('is not sent again when a subscription that gave access ends', async () => {
    const find = vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(undefined)
    const running = aSubscription({ latestInvoiceId: 'in_1' })
    const subscriber = await subscriberInMemory({ subscriptions: [running], invoices: [anInvoice()] })
    await sync(subscriber)
    const ended = { ...running, status: 'canceled', endedEpochSeconds: inDays(-1) }
    const paid = anInvoice({ status: 'paid', subscription: ended, paidAtEpochSeconds: inDays(-10) })
    const stripe = {
      ...subscriber.deps.stripe,
      listSubscriptions: async () => [ended],
      listInvoices: async () => [paid],
    }
    expect(await sync(subscriber, { stripe })).toMatchObject({ status: 'canceled' })
    expect(find.mock.calls).toEqual([['in_1']])
  })
})

describe('a subscription whose retries are over', () => {
  test('continues if it was paid before its invoices were marked', async () => {
    const subscriptions = [aSubscription({ status: 'unpaid' })]
    const subscriber = await subscriberInMemory({ subscriptions, stripe: { markUnpaid: async () => false } })
    await sync(subscriber)
    expect(subscriber.changes()).toEqual([])
  })
})

describe('records that change during a sync', () => {
  test('are read and written again', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    await sync(subscriber, withOutcome(subscriber, 'stale'))
    const account = await findAccount(subscriber.table, subscriber.caller.userId)
    expect(account?.subscription).toMatchObject({ version: 1 })
    expect(subscriber.requests).toEqual(['list cus_1', 'list cus_1'])
  })
})

describe('an event that was processed before', () => {
  test('marks no late payment at Stripe: the account may have been deleted since', async () => {
    const ended = aSubscription({ status: 'canceled', endedEpochSeconds: inDays(-5) })
    const late = anInvoice({
      status: 'paid',
      subscription: ended,
      paidAtEpochSeconds: inDays(-2),
      amountPaidMinor: 5000,
      paymentIntentId: 'pi_late',
    })
    const subscriber = await subscriberInMemory({ subscriptions: [ended], invoices: [late] })
    await sync(subscriber, withOutcome(subscriber, 'seen'))
    expect(subscriber.changes()).toEqual([])
    await sync(subscriber)
    expect(subscriber.changes()).toEqual(['mark that in_1 gave access'])
  })
})
