import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeSubscription } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const subscriptions = (...list: readonly object[]) => at({ subscriptions: { list: () => listOf(list) } })
const anUnpaidChange = { id: 'in_2', billing_reason: 'subscription_update', status: 'open' }

describe('a subscription at Stripe', () => {
  const read = async (changes: object) => {
    subscriptions(aStripeSubscription(changes))
    return (await stripeGateway.listSubscriptions('cus_1'))[0]
  }
  const priced = (price: object) => ({ items: { data: [{ current_period_end: 1, price }] } })

  test('has the plan of its price, else of its interval', async () => {
    const price = (lookup_key: string | null, interval: string) =>
      priced({ lookup_key, recurring: { interval } })
    expect((await read(price('advice_annual', 'month')))?.plan).toBe('annual')
    expect((await read(price(null, 'year')))?.plan).toBe('annual')
    expect((await read(price(null, 'week')))?.plan).toBeNull()
  })

  test('is paid while only a change of plan is not', async () => {
    const status = async (latest_invoice: unknown) => (await read({ latest_invoice }))?.latestInvoiceStatus
    expect(await status(anUnpaidChange)).toBe('paid')
    expect(await status({ billing_reason: 'subscription_cycle', status: 'open' })).toBe('open')
    expect([await status('in_1'), await status(null)]).toEqual([undefined, undefined])
  })

  test('is not found if it is unknown, and fails while Stripe is down', async () => {
    at({ subscriptions: { retrieve: missing } })
    expect(await stripeGateway.findSubscription('sub_1')).toBeUndefined()
    at({ subscriptions: { retrieve: down } })
    await expect(stripeGateway.findSubscription('sub_1')).rejects.toThrow('Stripe is down')
  })

  test('has a later invoice after a renewal or a change of plan', async () => {
    const isLater = async (latest_invoice: unknown) => (await read({ latest_invoice }))?.hasLaterInvoice
    for (const reason of ['subscription_cycle', 'subscription_update'])
      expect(await isLater({ billing_reason: reason })).toBe(true)
    for (const first of [{ billing_reason: 'subscription_create' }, 'in_1', null])
      expect(await isLater(first)).toBe(false)
  })

  test.each([
    ['refunded', 'in_1'],
    ['dispute_lost', 'in_1'],
    ['disputed', undefined],
    [undefined, undefined],
  ])('names the invoice whose reversal ends it: %s', async (reversal, invoice) => {
    const found = await read({ metadata: { ...(reversal && { reversal }), reversal_invoice: 'in_1' } })
    expect(found?.endsForInvoiceId).toBe(invoice)
  })

  test('is settled by staff if its record of a withdrawal has no amounts', async () => {
    const isSettled = async (metadata: object) => (await read({ metadata }))?.isSettledByStaff
    const amounts = {
      withdrawal_refund_minor: '5000',
      withdrawal_transfer_minor: '0',
      withdrawal_refunded_minor: '0',
      withdrawal_invoice: 'in_1',
    }
    expect(await isSettled({ withdrawal: 'settled' })).toBe(true)
    expect(await isSettled({ withdrawal: 'settled', ...amounts })).toBe(false)
    expect(await isSettled({ withdrawal: 'started' })).toBe(false)
    expect(await isSettled({})).toBe(false)
  })

  const reversed = (reversal: string) => ({
    reversal,
    reversal_amount_minor: '5000',
    reversal_invoice: 'in_1',
  })

  test.each<[string, object, boolean]>([
    ['its invoice is the latest', { latest_invoice: 'in_1' }, true],
    ['only a change of plan followed', { latest_invoice: anUnpaidChange }, true],
    ['a change of plan was paid', { latest_invoice: { ...anUnpaidChange, status: 'paid' } }, false],
    ['a later period is paid', { latest_invoice: 'in_3' }, false],
    ['collection is paused for another reason', { latest_invoice: 'in_3', pause_collection: {} }, false],
  ])('is refunded when %s: %j', async (_when, changes, isReversed) => {
    const found = await read({ metadata: reversed('refunded'), ...changes })
    expect(found?.reversal !== undefined).toBe(isReversed)
  })

  test('stays disputed while collection is paused', async () => {
    const state = { metadata: reversed('disputed'), latest_invoice: 'in_3' }
    expect((await read({ ...state, pause_collection: {} }))?.reversal?.reason).toBe('disputed')
    expect((await read(state))?.reversal).toBeUndefined()
  })

  test.each<[string, object, boolean]>([
    ['the current period', { latest_invoice: { id: 'in_1', status: 'paid' } }, true],
    [
      'an earlier period, and the current one is paid',
      { latest_invoice: { id: 'in_2', status: 'paid' } },
      false,
    ],
    [
      'an earlier period, and the current one is void',
      { latest_invoice: { id: 'in_2', status: 'void' } },
      true,
    ],
    ['the period before an unpaid change of plan', { latest_invoice: anUnpaidChange }, true],
  ])('is disputed when the dispute is about %s', async (_when, changes, isReversed) => {
    const found = await read({ metadata: reversed('disputed'), pause_collection: {}, ...changes })
    expect(found?.reversal !== undefined).toBe(isReversed)
  })

  test('is not disputed when the dispute is about the period before an unpaid change of plan', async () => {
    const metadata = { ...reversed('disputed'), reversal_period: 'earlier' }
    const found = await read({ metadata, pause_collection: {}, latest_invoice: anUnpaidChange })
    expect(found?.reversal).toBeUndefined()
  })

  test('ends too early when a change of plan was paid after its cancellation', async () => {
    const paidAt = 1_801_000_000
    const cancelled = (changes: object = {}, invoice: object = {}) =>
      read({
        cancel_at: 1_801_500_000,
        canceled_at: paidAt,
        latest_invoice: {
          ...anUnpaidChange,
          status: 'paid',
          status_transitions: { paid_at: paidAt },
          ...invoice,
        },
        ...changes,
      })
    const early = async (...facts: Parameters<typeof cancelled>) =>
      (await cancelled(...facts))?.endsBeforePaidChange
    expect(await early()).toBe(true)
    expect(await early({ canceled_at: paidAt + 1 })).toBe(false)
    expect(await early({ cancel_at: 1_802_000_000 })).toBe(false)
    expect(await early({ latest_invoice: 'in_2' })).toBe(false)
    expect(await early({}, { status: 'open' })).toBe(false)
    expect(await early({}, { billing_reason: 'subscription_cycle' })).toBe(false)
  })

  test('returns none for a deleted customer, and does not return an empty list when Stripe fails', async () => {
    const failing = (reason: () => Promise<never>) =>
      at({ subscriptions: { list: () => ({ [Symbol.asyncIterator]: () => ({ next: reason }) }) } })
    failing(missing)
    expect(await stripeGateway.listSubscriptions('cus_1')).toEqual([])
    failing(down)
    await expect(stripeGateway.listSubscriptions('cus_1')).rejects.toThrow('down')
  })
})

describe('the unpaid invoices of an ended subscription', () => {
  const gaveUp = { cancellation_details: { reason: 'payment_failed' } }

  test.each<[string, object, readonly string[]]>([
    ['none', {}, []],
    ['none without an invoice', gaveUp, []],
    ['the last one when Stripe gave up', { ...gaveUp, latest_invoice: 'in_1' }, ['in_1']],
    ['not the last one when the member cancelled', { latest_invoice: 'in_1' }, []],
    ['those that were recorded', { metadata: { unpaid_invoices: 'in_1,in_2' } }, ['in_1', 'in_2']],
  ])('are %s', async (_title, changes, ids) => {
    subscriptions(aStripeSubscription(changes))
    expect((await stripeGateway.listSubscriptions('cus_1'))[0]?.unpaidInvoiceIds).toEqual(ids)
  })

  test('are recorded only while it is unpaid', async () => {
    const mark = async (status: string) => {
      const updates: object[] = []
      const update = async (_id: string, params: object) => void updates.push(params)
      const list = (query: object) => {
        expect(query).toMatchObject({ subscription: 'sub_1', status: 'open' })
        return listOf([{ id: 'in_1' }, { id: 'in_2' }])
      }
      at({
        invoices: { list },
        subscriptions: { retrieve: async () => aStripeSubscription({ status }), update },
      })
      return [await stripeGateway.markUnpaid('sub_1'), updates]
    }
    expect(await mark('unpaid')).toEqual([true, [{ metadata: { unpaid_invoices: 'in_1,in_2' } }]])
    expect(await mark('active')).toEqual([false, []])
  })
})

describe('the subscriptions that renew', () => {
  test.each<[string, object]>([
    ['cancelling', { cancel_at_period_end: true }],
    ['cancelled at a date', { cancel_at: 1_801_500_000 }],
    ['paused', { pause_collection: {} }],
    ['a duplicate', { metadata: { duplicate: 'refund_due' } }],
    ['without an item', { items: { data: [] } }],
    [
      'refunded',
      {
        latest_invoice: 'in_1',
        metadata: { reversal: 'refunded', reversal_amount_minor: '1', reversal_invoice: 'in_1' },
      },
    ],
  ])('leave out one that is %s', async (_state, changes) => {
    subscriptions(aStripeSubscription(changes), aStripeSubscription({ id: 'sub_2' }))
    expect((await stripeGateway.listRenewingSubscriptions()).map(({ id }) => id)).toEqual(['sub_2'])
  })

  test('include one that ends after its next renewal, which is charged', async () => {
    subscriptions(aStripeSubscription({ cancel_at: 1_802_000_001 }))
    expect((await stripeGateway.listRenewingSubscriptions()).map(({ id }) => id)).toEqual(['sub_1'])
  })
})

describe('a change of a subscription', () => {
  test('by a cancellation has no effect when it is cancelled already', async () => {
    const cancel = (reason: () => Promise<unknown>) => {
      at({ subscriptions: { cancel: reason } })
      return stripeGateway.cancelNow('sub_1')
    }
    await cancel(async () => undefined)
    await cancel(missing)
    await expect(cancel(down)).rejects.toThrow('down')
  })

  test.each<[boolean, object]>([
    [true, { cancel_at_period_end: false }],
    [false, { cancel_at: '' }],
  ])('removes a cancellation in its own shape (end of the period: %s)', async (atPeriodEnd, params) => {
    subscriptions(aStripeSubscription({ cancel_at_period_end: atPeriodEnd }))
    const [subscription] = await stripeGateway.listSubscriptions('cus_1')
    const updates: object[] = []
    at({ subscriptions: { update: async (_id: string, update: object) => void updates.push(update) } })
    if (subscription) await stripeGateway.removeScheduledCancellation(subscription)
    expect(updates).toEqual([{ ...params, metadata: { lost_period_end: '' } }])
  })
})
