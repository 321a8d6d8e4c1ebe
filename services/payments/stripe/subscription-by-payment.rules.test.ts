import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import {
  aStripeCharge,
  aStripeInvoice,
  aStripeSubscription,
  paidBy,
} from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

interface Objects {
  readonly subscriptions: readonly object[]
  readonly invoices?: readonly { id: string }[]
  /** Newest first, as Stripe lists them. */
  readonly paid?: readonly object[]
}

/** Finds the subscription that `pi_1` paid. Also returns how often the paid invoices were listed. */
const find = async ({ subscriptions, invoices = [], paid = [] }: Objects) => {
  let lists = 0
  at({
    subscriptions: { list: () => listOf(subscriptions) },
    invoices: {
      retrieve: async (id: string | null) => invoices.find((invoice) => invoice.id === id) ?? missing(),
      list: () => {
        lists += 1
        return listOf(paid)
      },
    },
  })
  return { found: await stripeGateway.findSubscriptionByPayment('cus_1', 'pi_1'), lists }
}

const invoice = (id: string, intent: string, changes: object = {}) => ({
  ...aStripeInvoice({ status: 'paid', ...paidBy(intent), ...changes }),
  id,
})
const ofInvoice = (id: string, changes: object = {}) =>
  aStripeSubscription({ latest_invoice: id, ...changes })

describe('the subscription that a payment paid', () => {
  test('finds the subscription by its latest invoice without reading earlier ones', async () => {
    const subscriptions = [ofInvoice('in_2', { id: 'sub_2' }), ofInvoice('in_1')]
    const invoices = [invoice('in_2', 'pi_2'), invoice('in_1', 'pi_1')]
    const { found } = await find({ subscriptions, invoices })
    expect(found).toEqual({ id: 'sub_1', invoiceId: 'in_1', isCurrent: true })
    expect((await find({ subscriptions: subscriptions.slice(1), invoices })).lists).toBe(0)
  })

  test('is the subscription whose last paid period it paid for, when later renewals were voided in a dispute', async () => {
    const objects = {
      subscriptions: [ofInvoice('in_2')],
      invoices: [invoice('in_2', 'pi_2', { status: 'void' })],
    }
    const { found } = await find({ ...objects, paid: [invoice('in_1', 'pi_1')] })
    expect(found).toEqual({ id: 'sub_1', invoiceId: 'in_1', isCurrent: true })
  })

  test('is the subscription whose period it paid for, before an unpaid change of plan', async () => {
    const change = invoice('in_2', 'pi_2', { status: 'open', billing_reason: 'subscription_update' })
    const objects = { subscriptions: [ofInvoice('in_2')], invoices: [change] }
    const { found } = await find({ ...objects, paid: [invoice('in_1', 'pi_1')] })
    expect(found).toEqual({ id: 'sub_1', invoiceId: 'in_1', isCurrent: true })
  })

  test('finds no subscription for another payment, or without invoices', async () => {
    const subscriptions = [aStripeSubscription({ id: 'sub_2' }), ofInvoice('in_1')]
    expect((await find({ subscriptions, invoices: [invoice('in_1', 'pi_2')] })).found).toBeUndefined()
    const unpaid = { ...invoice('in_1', 'pi_1'), payments: undefined }
    expect((await find({ subscriptions, invoices: [unpaid] })).found).toBeUndefined()
  })

  test('finds no subscription when Stripe no longer has the customer, and throws when Stripe fails', async () => {
    const failing = (reason: () => Promise<never>) =>
      at({ subscriptions: { list: () => ({ autoPagingToArray: reason }) } })
    failing(missing)
    expect(await stripeGateway.findSubscriptionByPayment('cus_1', 'pi_1')).toBeUndefined()
    failing(down)
    await expect(stripeGateway.findSubscriptionByPayment('cus_1', 'pi_1')).rejects.toThrow('down')
  })

  test('is also one that it paid for an earlier period, which is not the current one', async () => {
    const objects = { subscriptions: [ofInvoice('in_2')], invoices: [invoice('in_2', 'pi_2')] }
    const earlier = [invoice('in_2', 'pi_2'), invoice('in_1', 'pi_1')]
    const { found } = await find({ ...objects, paid: earlier })
    expect(found).toEqual({ id: 'sub_1', invoiceId: 'in_1', isCurrent: false })
    expect((await find({ ...objects, paid: earlier.slice(0, 1) })).found).toBeUndefined()
  })
})

describe('the payment that a change of plan credited', () => {
  const line = (amount: number, proration: boolean, start: number, end: number) => ({
    amount,
    parent: { subscription_item_details: { proration }, invoice_item_details: null },
    period: { start, end },
  })
  /** A change of plan on the tenth day of a month. */
  const change = invoice('in_2', 'pi_2', {
    lines: { data: [line(-3000, true, 10, 30), line(55_000, false, 10, 375)] },
  })
  const charging = (id: string, payment: string, start: number, end: number) =>
    invoice(id, payment, { amount_paid: 5000, lines: { data: [line(5000, false, start, end)] } })

  const find = (invoices: readonly { id: string }[]) => {
    at({
      invoices: {
        retrieve: async (id: string) => invoices.find((one) => one.id === id) ?? missing(),
        list: () => listOf(invoices),
      },
    })
    return stripeGateway.findCreditedPayment('sub_1', 'in_2')
  }

  const credited = charging('in_1', 'pi_1', 0, 30)
  const before = charging('in_0', 'pi_0', -30, 0)
  const ofFirst = { id: 'in_1', number: 'A-1', currency: 'gbp', isSettled: false, fromCreditMinor: 0 }

  test('is the payment for the credited time', async () => {
    const found = await find([charging('in_3', 'pi_3', 375, 740), change, credited, before])
    expect(found).toEqual({ ...ofFirst, intentId: 'pi_1', creditMinor: 3000 })
  })

  test('is also found for a change in the second in which the period began', async () => {
    const lines = { data: [line(-5000, true, 0, 30), line(55_000, false, 0, 365)] }
    expect(await find([{ ...change, lines }, credited, before])).toEqual({
      ...ofFirst,
      intentId: 'pi_1',
      creditMinor: 5000,
    })
  })

  test('is found for a change that also has a line of zero for other time', async () => {
    const lines = { data: [line(0, true, -30, 0), ...change.lines.data] }
    const found = await find([{ ...change, lines }, credited])
    expect(found).toEqual({ ...ofFirst, intentId: 'pi_1', creditMinor: 3000 })
  })

  test('is the payment that succeeded', async () => {
    const data = ['canceled', 'paid'].map((status) => ({
      status,
      payment: { payment_intent: `pi_${status}` },
    }))
    const retried = { ...credited, payments: { data } }
    expect(await find([change, retried])).toMatchObject({ intentId: 'pi_paid' })
  })

  test.each([
    ['more money than the unused time is worth', 4000, -1000, 3000, 0],
    ['less money than the unused time is worth', 1000, -4000, 1000, 2000],
    ['credit alone', 0, -5000, 0, 3000],
  ])('was paid with %s', async (_what, amount_paid, starting_balance, creditMinor, fromCreditMinor) => {
    const amounts = { amount_paid, amount_due: amount_paid, starting_balance, ending_balance: 0 }
    const payments = amount_paid === 0 ? { payments: { data: [] } } : {}
    const found = await find([change, { ...credited, ...amounts, ...payments }])
    const intentId = amount_paid === 0 ? null : 'pi_1'
    expect(found).toEqual({ ...ofFirst, intentId, creditMinor, fromCreditMinor })
  })

  test('finds no payment when the credited time was free after a won dispute', async () => {
    expect(await find([change, before])).toBeUndefined()
  })

  test.each(['amount_paid', 'amount_paid_off_stripe'])(
    'has no intent when it was made outside of Stripe, which reports it as %s',
    async (field) => {
      const outside = { ...credited, payments: { data: [] }, amount_paid: 0, [field]: 5000 }
      expect(await find([change, outside])).toEqual({ ...ofFirst, intentId: null, creditMinor: 3000 })
    },
  )

  test('finds no payment without a credit, an earlier invoice, or a payment', async () => {
    const renewal = { ...change, lines: { data: [line(5000, false, 10, 375)] } }
    expect(await find([renewal, credited])).toBeUndefined()
    expect(await find([change])).toBeUndefined()
    const free = { ...credited, amount_paid: 0, payments: { data: [] } }
    expect(await find([change, free])).toBeUndefined()
  })

  test.each([
    ['withdrawal:sub_1', 'succeeded', true],
    ['withdrawal:sub_1', 'failed', true],
    ['credit:in_2', 'succeeded', false],
  ])('was withdrawn with a refund for %s that has %s: %j', async (purpose, status, isWithdrawn) => {
    at({ refunds: { list: () => listOf([{ metadata: { purpose }, status }]) } })
    expect(await stripeGateway.isPaymentWithdrawn('pi_1')).toBe(isWithdrawn)
  })
})

describe('a reversed payment', () => {
  const entry = (status: string, created: number) => ({ status, created, metadata: {} })
  const withdrawn = {
    data: [{ ...entry('failed', 300), metadata: { purpose: 'withdrawal:cs_1' } }, entry('failed', 400)],
    has_more: false,
  }
  const refunds = {
    data: [entry('failed', 300), entry('succeeded', 200), entry('succeeded', 100)],
    has_more: false,
  }

  test.each<[string, object, number | undefined]>([
    ['the refund that completed it', { refunded: true }, 200],
    ['the first dispute that was not won', { disputed: true }, 50],
    ['the failed refund of a withdrawal', { refunds: withdrawn }, 300],
    ['no time if it counts', {}, undefined],
  ])('was reversed at the time of %s', async (_title, changes, reversedAt) => {
    const charge = aStripeCharge({
      created: 10,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      refunds,
      ...changes,
    })
    at({
      paymentIntents: {
        retrieve: async () => ({ id: 'pi_1', amount: 5000, customer: 'cus_1', latest_charge: charge }),
      },
      disputes: {
        list: () => listOf([entry('under_review', 90), entry('needs_response', 50), entry('won', 20)]),
      },
    })
    expect((await stripeGateway.findPayment('pi_1'))?.reversedAtEpochSeconds).toBe(reversedAt)
  })
})
