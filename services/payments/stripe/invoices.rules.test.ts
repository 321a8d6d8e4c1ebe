import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, missing, rejectedRequest, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeInvoice, aStripeSubscription } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const find = (changes: object = {}, subscription: unknown = aStripeSubscription()) => {
  at({ invoices: { retrieve: async () => aStripeInvoice(changes, subscription) } })
  return stripeGateway.findInvoice('in_1')
}

describe('the invoice of a subscription', () => {
  test('has the period of its last line', async () => {
    const lines = { data: [{ period: { start: 1, end: 2 } }, { period: { start: 3, end: 4 } }] }
    expect(await find({ lines })).toMatchObject({
      id: 'in_1',
      status: 'open',
      period: { start: 3, end: 4 },
      isPlanChange: false,
      isSettled: false,
      paymentIntentId: null,
    })
    expect(await find({ billing_reason: 'subscription_update' })).toMatchObject({ isPlanChange: true })
  })

  test('has the period of its subscription, between earlier credit and what staff added to the draft', async () => {
    const ofSubscription = (start: number, end: number, proration: boolean) => ({
      period: { start, end },
      parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
    })
    const addedByStaff = { period: { start: 9, end: 9 }, parent: { type: 'invoice_item_details' } }
    const lines = { data: [ofSubscription(1, 2, true), ofSubscription(3, 40, false), addedByStaff] }
    expect(await find({ lines })).toMatchObject({ period: { start: 3, end: 40 } })
  })

  test('has the payment that succeeded', async () => {
    const data = ['open', 'paid', 'canceled'].map((status) => ({
      status,
      payment: { payment_intent: `pi_${status}` },
    }))
    expect(await find({ payments: { data } })).toMatchObject({ paymentIntentId: 'pi_paid' })
    expect(await find({ payments: { data: data.slice(0, 1) } })).toMatchObject({ paymentIntentId: null })
    expect(await find({ payments: undefined })).toMatchObject({ paymentIntentId: null })
  })

  test.each([
    ['is all through Stripe', { amount_paid: 4000 }, 4000],
    ['is all outside of Stripe', { amount_paid_off_stripe: 5000 }, 5000],
    ['is all outside of Stripe, and included', { amount_paid: 5000, amount_paid_off_stripe: 5000 }, 5000],
    ['is in part outside of Stripe', { amount_paid: 2000, amount_paid_off_stripe: 3000 }, 5000],
    ['is in part outside, and included', { amount_paid: 5000, amount_paid_off_stripe: 3000 }, 5000],
    ['is more than was due', { amount_paid: 6000 }, 6000],
  ])('counts what was paid: it %s', async (_what, amounts, amountPaidMinor) => {
    expect(await find(amounts)).toMatchObject({ amountPaidMinor })
  })

  test.each([
    ['none', { starting_balance: 0, ending_balance: 0 }, 0],
    ['all', { starting_balance: -5000, ending_balance: 0 }, 5000],
    ['a part', { starting_balance: -9000, ending_balance: -4000 }, 5000],
    ['none while it is a draft', { starting_balance: -5000, ending_balance: null }, 0],
    ['none if the customer owes more', { starting_balance: 0, ending_balance: 30 }, 0],
    ['all, and a small sum is owed', { starting_balance: -4980, ending_balance: 20 }, 4980],
  ])('counts what was paid from credit: %s of it', async (_what, balances, creditMinor) => {
    expect(await find(balances)).toMatchObject({ creditMinor })
  })

  test('is settled, or gave access, when its metadata says so', async () => {
    const marks = async (late_payment: string) => {
      const { isSettled, gaveAccess } = (await find({ metadata: { late_payment } })) ?? {}
      return [isSettled, gaveAccess]
    }
    expect(await marks('settled')).toEqual([true, false])
    expect(await marks('gave_access')).toEqual([false, true])
    expect(await marks('')).toEqual([false, false])
    expect(await find({ metadata: null })).toMatchObject({ isSettled: false, gaveAccess: false })
  })

  test('returns none without a subscription or a line, or when it does not exist at Stripe', async () => {
    expect(await find({ parent: null })).toBeUndefined()
    expect(await find({}, 'sub_1')).toBeUndefined()
    expect(await find({ lines: { data: [] } })).toBeUndefined()
    at({ invoices: { retrieve: missing } })
    expect(await stripeGateway.findInvoice('in_1')).toBeUndefined()
    at({ invoices: { retrieve: down } })
    await expect(stripeGateway.findInvoice('in_1')).rejects.toThrow('down')
  })

  test('is marked at Stripe as settled, or as one that gave access', async () => {
    const updates: unknown[] = []
    at({ invoices: { update: async (...request: unknown[]) => void updates.push(request) } })
    await stripeGateway.markSettled('in_1')
    await stripeGateway.markAccessGiven('in_2')
    expect(updates).toEqual([
      ['in_1', { metadata: { late_payment: 'settled' } }],
      ['in_2', { metadata: { late_payment: 'gave_access' } }],
    ])
  })
})

describe('a report to staff about an invoice', () => {
  /** Reports something about an invoice whose metadata has the earlier reports. Returns what happens, in order. */
  const report = async (metadata: object | null, update: () => Promise<unknown> = async () => undefined) => {
    const steps: unknown[] = []
    at({
      invoices: {
        retrieve: async () => aStripeInvoice({ metadata }),
        update: async (...request: unknown[]) => {
          steps.push(request)
          await update()
        },
      },
    })
    const reported = stripeGateway.reportOnce('in_1', 'undone:in_1', () => steps.push('report'))
    return { steps, error: await reported.catch(String) }
  }
  const marked = (reported: string) => ['in_1', { metadata: { reported } }]

  test('is made once for each purpose', async () => {
    expect(await report({})).toEqual({ steps: ['report', marked('undone:in_1')] })
    expect(await report(null)).toEqual({ steps: ['report', marked('undone:in_1')] })
    const both = 'credit:in_2,undone:in_1'
    expect(await report({ reported: 'credit:in_2' })).toEqual({ steps: ['report', marked(both)] })
    expect(await report({ reported: both })).toEqual({ steps: [] })
  })

  test('is made before it is recorded, so that none is lost', async () => {
    expect(await report({}, down)).toEqual({
      steps: ['report', marked('undone:in_1')],
      error: 'Error: Stripe is down',
    })
  })
})

describe('voiding an invoice', () => {
  const voidInvoice = (request: () => Promise<unknown>, status: string) => {
    at({ invoices: { voidInvoice: request, retrieve: async () => aStripeInvoice({ status }) } })
    return stripeGateway.voidInvoice('in_1')
  }

  test.each<[string, () => Promise<unknown>, string, boolean]>([
    ['succeeds', async () => ({}), 'open', true],
    ['also succeeds for one that is void', rejectedRequest, 'void', true],
    ['reports one that Stripe does not void', rejectedRequest, 'open', false],
  ])('%s', async (_title, request, status, isVoid) => {
    expect(await voidInvoice(request, status)).toBe(isVoid)
  })

  test('reports no success if Stripe fails', async () => {
    await expect(voidInvoice(down, 'void')).rejects.toThrow('down')
  })
})

describe('the invoices of a customer', () => {
  test('leave out the invoices of passes', async () => {
    const invoices = [
      aStripeInvoice({ id: 'in_pass', parent: null }),
      aStripeInvoice({ id: 'in_2' }, aStripeSubscription()),
    ]
    at({ invoices: { list: () => listOf(invoices) } })
    expect((await stripeGateway.listInvoices('cus_1')).map(({ id }) => id)).toEqual(['in_2'])
  })

  test('returns none for a deleted customer, and does not return an empty list when Stripe fails', async () => {
    const failing = (reason: () => Promise<never>) =>
      at({ invoices: { list: () => ({ [Symbol.asyncIterator]: () => ({ next: reason }) }) } })
    failing(missing)
    expect(await stripeGateway.listInvoices('cus_1')).toEqual([])
    failing(down)
    await expect(stripeGateway.listInvoices('cus_1')).rejects.toThrow('down')
  })
})
