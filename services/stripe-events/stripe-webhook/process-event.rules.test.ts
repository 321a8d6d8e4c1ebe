import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stripe } from '#platform/stripe.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { aSubscription, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { processEvent } from './process-event.ts'

beforeEach(() => {
  vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(undefined)
  vi.spyOn(emailFactGateway, 'findFailedPayment').mockResolvedValue(undefined)
  vi.spyOn(emailFactGateway, 'findEndedSubscription').mockResolvedValue(undefined)
})

const eventOf = (type: string, object: object): Stripe.Event =>
  // The fields that are read of an event.
  ({ id: 'evt_1', type, livemode: false, data: { object } }) as Stripe.Event

/** Connects the webhook with a member who is the customer `cus_1`, and records what it reads from Stripe. */
const webhook = async () => {
  const reads: string[] = []
  const read = (what: string) => async (id: string) => {
    reads.push(`${what} ${id}`)
    return undefined
  }
  const subscriber = await subscriberInMemory({
    subscriptions: [aSubscription()],
    stripe: {
      findSession: read('session'),
      findPayment: read('payment'),
      findInvoice: read('invoice'),
      findSubscription: read('subscription'),
    },
  })
  const { deps: own, table, caller } = subscriber
  const customers = customerRepository(table)
  await customers.link(caller.userId, 'cus_1')
  const deps = {
    ...own,
    customers,
    passes: passRepository(table),
    guestKeys: guestKeysFrom(async () => 'a secret'),
  }
  return {
    deps,
    customerOfAccount: async () => (await customers.find(caller.userId))?.profile.stripe_customer_id,
    /** Returns what the event reads, and whether it causes a sync. */
    deliver: async (type: string, object: object) => {
      const [readBefore, syncedBefore] = [reads.length, subscriber.requests.length]
      await processEvent(eventOf(type, object), deps, now)
      const isSynced = subscriber.requests.slice(syncedBefore).includes('list cus_1')
      return { reads: reads.slice(readBefore), isSynced }
    },
    isProcessed: () => deps.events.isProcessed('evt_1'),
  }
}

const ignored = { reads: [], isSynced: false }
const synced = { reads: [], isSynced: true }
const paidInvoice = {
  object: 'invoice',
  id: 'in_1',
  status: 'paid',
  customer: 'cus_1',
  parent: { subscription_details: { subscription: 'sub_1' } },
}

describe('an event', () => {
  test('is ignored if no rule depends on its type', async () => {
    const { deliver, isProcessed } = await webhook()
    const customer = { object: 'customer', id: 'cus_1' }
    expect(await deliver('customer.created', customer)).toEqual(ignored)
    expect(await isProcessed()).toBe(false)
  })

  test('has no effect when it is repeated', async () => {
    const { deliver, isProcessed } = await webhook()
    const customer = { object: 'customer', id: 'cus_1' }
    expect(await deliver('customer.updated', customer)).toEqual(synced)
    expect(await isProcessed()).toBe(true)
    expect(await deliver('customer.updated', customer)).toEqual(ignored)
  })

  test.each([
    ['an unknown customer', 'cus_other'],
    ['no customer', null],
  ])('of %s is recorded, and causes no sync', async (_whose, customer) => {
    const { deliver, isProcessed, deps } = await webhook()
    const findAccount = vi.spyOn(deps.subscriptions, 'find')
    const subscription = { object: 'subscription', id: 'sub_2', status: 'active', customer }
    expect(await deliver('customer.subscription.updated', subscription)).toEqual(ignored)
    expect(findAccount).not.toHaveBeenCalled()
    expect(await isProcessed()).toBe(true)
  })

  test('unlinks the customer only if it was deleted', async () => {
    const { deliver, customerOfAccount } = await webhook()
    const customer = { object: 'customer', id: 'cus_1' }
    await deliver('customer.updated', customer)
    expect(await customerOfAccount()).toBe('cus_1')
    const other = await webhook()
    await other.deliver('customer.deleted', customer)
    expect(await other.customerOfAccount()).toBeUndefined()
  })
})

describe('an event about a checkout session', () => {
  const session = {
    object: 'checkout.session',
    id: 'cs_1',
    mode: 'payment',
    customer: 'cus_1',
    payment_intent: 'pi_1',
  }

  test('reads the session of a pass, and not its payment', async () => {
    const { deliver } = await webhook()
    expect(await deliver('checkout.session.completed', session)).toEqual({
      reads: ['session cs_1'],
      isSynced: true,
    })
  })

  test('reads only the subscriptions if it sold one', async () => {
    const { deliver } = await webhook()
    const bought = { ...session, mode: 'subscription' }
    expect(await deliver('checkout.session.completed', bought)).toEqual(synced)
  })
})

describe('an event about a payment that changed', () => {
  test.each([
    ['charge.refunded', 'charge'],
    ['charge.refund.updated', 'refund'],
    ['charge.dispute.updated', 'dispute'],
  ])('reads the payment: %s', async (type, object) => {
    const { deliver } = await webhook()
    const change = { object, id: 'x_1', customer: 'cus_1', payment_intent: 'pi_1' }
    expect(await deliver(type, change)).toEqual({ reads: ['payment pi_1'], isSynced: true })
  })

  test('syncs the customer of the payment: a refund and a dispute name none', async () => {
    const { deliver, deps } = await webhook()
    deps.stripe = {
      ...deps.stripe,
      findPayment: async (intentId) => ({
        intentId,
        customerId: 'cus_1',
        reversal: undefined,
        amountMinor: 5000,
      }),
      findSessionByPayment: async () => undefined,
      findSubscriptionByPayment: async () => undefined,
      findInvoiceByPayment: async () => undefined,
    }
    const refund = { object: 'refund', id: 're_1', status: 'pending', payment_intent: 'pi_1' }
    expect(await deliver('charge.refund.updated', refund)).toEqual(synced)
  })

  test('reads no subscription for a refund that is cancelled', async () => {
    const { deliver } = await webhook()
    const refund = { object: 'refund', id: 're_1', status: 'canceled', payment_intent: 'pi_1' }
    expect(await deliver('charge.refund.updated', refund)).toEqual({
      reads: ['payment pi_1'],
      isSynced: false,
    })
  })
})

describe('an event about an invoice', () => {
  test('reads the facts for its email, and refunds nothing for a customer with an account', async () => {
    const { deliver } = await webhook()
    expect(await deliver('invoice.paid', paidInvoice)).toEqual(synced)
    expect(emailFactGateway.findPaidInvoice).toHaveBeenCalledExactlyOnceWith('in_1')
  })

  test.each([
    ['has no account', 'cus_other'],
    ['is a former one of the account', 'cus_former'],
  ])('checks whether a refund is due if its customer %s', async (_who, customer) => {
    const { deliver, deps } = await webhook()
    const userId = await deps.customers.findUserId('cus_1')
    const findUserId = async (id: string) => (id === 'cus_former' ? userId : undefined)
    deps.customers = { ...deps.customers, findUserId }
    const { reads } = await deliver('invoice.paid', { ...paidInvoice, customer })
    expect(reads).toEqual(['invoice in_1', 'subscription sub_1'])
  })

  test('reads no subscription if the invoice belongs to none', async () => {
    const { deliver } = await webhook()
    const ofPass = { ...paidInvoice, customer: 'cus_other', parent: null }
    expect((await deliver('invoice.paid', ofPass)).reads).toEqual(['invoice in_1'])
  })

  test('refunds nothing while it is unpaid', async () => {
    const { deliver } = await webhook()
    const open = { ...paidInvoice, customer: 'cus_other', status: 'open' }
    expect(await deliver('invoice.payment_failed', open)).toEqual(ignored)
  })
})

describe('an event about a subscription', () => {
  const subscription = { object: 'subscription', id: 'sub_1', customer: 'cus_1' }

  test('checks whether a refund is due once it has ended', async () => {
    const { deliver } = await webhook()
    const ended = { ...subscription, status: 'canceled' }
    expect(await deliver('customer.subscription.updated', ended)).toEqual({
      reads: ['subscription sub_1'],
      isSynced: true,
    })
  })

  test('reads nothing else while it is running', async () => {
    const { deliver } = await webhook()
    const running = { ...subscription, status: 'active' }
    expect(await deliver('customer.subscription.updated', running)).toEqual(synced)
  })

  const metadata = {
    withdrawal: 'started',
    withdrawal_refund_minor: '5000',
    withdrawal_transfer_minor: '5000',
    withdrawal_refunded_minor: '0',
    withdrawal_invoice: 'in_1',
  }
  test.each([
    ['finds the email about its withdrawal if it has ended', 'canceled', metadata, 1],
    ['finds no email while it is running', 'active', metadata, 0],
    ['finds no email about another change after its end', 'canceled', {}, 0],
  ])('%s', async (_name, status, own, times) => {
    vi.mocked(emailFactGateway.findEndedSubscription).mockClear()
    const findUnrefunded = vi
      .spyOn(unrefundedWithdrawalGateway, 'findUnrefundedWithdrawal')
      .mockResolvedValue(undefined)
    findUnrefunded.mockClear()
    const { deliver } = await webhook()
    await deliver('customer.subscription.updated', { ...subscription, status, metadata: own })
    expect(emailFactGateway.findEndedSubscription).toHaveBeenCalledTimes(times)
    expect(findUnrefunded).toHaveBeenCalledTimes(times)
  })
})
