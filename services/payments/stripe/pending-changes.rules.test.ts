import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, rejectedRequest, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeInvoice, aStripeSubscription, paidBy } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { planChangeGateway } from './plan-changes.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const aPendingUpdate = (lookupKey: string | null = 'advice_annual') => ({
  expires_at: 300,
  subscription_items: [{ price: { lookup_key: lookupKey } }],
})
const pending = { pending_update: aPendingUpdate(), latest_invoice: 'in_1' }
const page = { url: 'https://invoice.example/in_1', expiresAt: new Date(300_000).toISOString() }

describe('the confirmation of a change of plan', () => {
  const find = (
    subscription: object,
    invoice: object = paidBy('pi_1', 'open'),
    status = 'requires_action',
  ) => {
    at({
      subscriptions: { retrieve: async () => aStripeSubscription(subscription) },
      invoices: { retrieve: async () => aStripeInvoice(invoice) },
      paymentIntents: { retrieve: async () => ({ status }) },
    })
    return planChangeGateway.findPendingConfirmation('sub_1')
  }

  test('is the page of its invoice', async () => {
    expect(await find(pending)).toEqual(page)
    const second = [{ payment: { payment_intent: null } }, ...paidBy('pi_1').payments.data]
    expect(await find(pending, { payments: { data: second } })).toEqual(page)
  })

  const payment = paidBy('pi_1', 'open')
  test.each<[string, object, object, string]>([
    ['nothing is pending', { latest_invoice: 'in_1' }, payment, 'requires_action'],
    ['there is no invoice', { ...pending, latest_invoice: null }, payment, 'requires_action'],
    ['the card was declined', pending, payment, 'requires_payment_method'],
    ['the payment has no intent', pending, { payments: { data: [{ payment: {} }] } }, 'requires_action'],
    ['the invoice has no payments', pending, { payments: undefined }, 'requires_action'],
    ['the invoice was paid in the meantime', pending, { ...payment, status: 'paid' }, 'requires_action'],
    ['the invoice has no page', pending, { ...payment, hosted_invoice_url: null }, 'requires_action'],
  ])('returns none when %s', async (_title, subscription, invoice, status) => {
    expect(await find(subscription, invoice, status)).toBeUndefined()
  })
})

describe('a pending change of plan', () => {
  /** Drops the change. `after` is the subscription that is read after a failure. Returns the voided invoices. */
  const drop = async (before: object, reject?: () => Promise<never>, after: object = before) => {
    const voided: string[] = []
    const states = [before, after]
    at({
      subscriptions: { retrieve: async () => aStripeSubscription(states.shift()) },
      invoices: {
        voidInvoice: async (id: string) => {
          voided.push(id)
          await reject?.()
        },
      },
    })
    await stripeGateway.dropPendingChange('sub_1')
    return voided
  }

  test('is dropped by voiding its invoice', async () => {
    expect(await drop(pending)).toEqual(['in_1'])
    expect(await drop({ latest_invoice: 'in_1' })).toEqual([])
    expect(await drop({ ...pending, latest_invoice: null })).toEqual([])
  })

  test('may have ended in a concurrent request', async () => {
    expect(await drop(pending, rejectedRequest, { latest_invoice: 'in_1' })).toEqual(['in_1'])
    await expect(drop(pending, rejectedRequest)).rejects.toThrow('Invalid request')
    await expect(drop(pending, down, { latest_invoice: 'in_1' })).rejects.toThrow('down')
  })
})

describe('the pending change of the billing panel', () => {
  const shown = async (subscription: object, ...invoices: readonly object[]) => {
    at({
      customers: { retrieve: async () => ({ invoice_settings: { default_payment_method: null } }) },
      subscriptions: { list: () => listOf([aStripeSubscription(subscription)]) },
      invoices: { list: () => listOf(invoices) },
      charges: { list: () => listOf([]) },
    })
    return (await stripeGateway.findBilling('cus_1')).subscription?.pendingChange
  }
  const other = aStripeInvoice({ id: 'in_2', amount_remaining: 1 })

  test('has the plan and what is due for it', async () => {
    const expected = { plan: 'annual', amountMinor: 5000, currency: 'gbp', ...page }
    expect(await shown(pending, other, aStripeInvoice())).toEqual(expected)
  })

  test('has no plan when its price is not one of ours', async () => {
    for (const update of [aPendingUpdate('other'), { expires_at: 300, subscription_items: null }])
      expect(await shown({ ...pending, pending_update: update }, aStripeInvoice())).toMatchObject({
        plan: null,
      })
  })

  test.each<[string, object, object]>([
    ['nothing is pending', { latest_invoice: 'in_1' }, aStripeInvoice()],
    ['its invoice is not known', pending, other],
    ['its invoice is void', pending, aStripeInvoice({ status: 'void' })],
    ['its invoice has no page', pending, aStripeInvoice({ hosted_invoice_url: null })],
  ])('returns none when %s', async (_title, subscription, invoice) => {
    expect(await shown(subscription, invoice)).toBeNull()
  })
})
