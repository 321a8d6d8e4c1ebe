import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeInvoice } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { returnedCreditGateway } from './returned-credit.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

interface Facts {
  readonly customer?: string | null
  /** The purposes of the customer's transactions. */
  readonly purposes?: readonly string[]
  readonly list?: () => object
  readonly create?: () => Promise<unknown>
}

/** Returns credit that `in_1` used. Also returns the transactions that are created. */
const giveBack = async ({
  customer = 'cus_1',
  purposes = [],
  list = () => listOf([{ metadata: null }, ...purposes.map((purpose) => ({ metadata: { purpose } }))]),
  create = async () => undefined,
}: Facts = {}) => {
  const created: object[] = []
  at({
    invoices: { retrieve: async () => aStripeInvoice({ id: 'in_1', customer }) },
    customers: {
      listBalanceTransactions: list,
      createBalanceTransaction: async (id: string, params: object, options: object) => {
        await create()
        created.push([id, params, options])
      },
    },
  })
  const credit = { invoiceId: 'in_1', amountMinor: 3000, purpose: 'undone:in_1' }
  return { isReturned: await stripeGateway.returnCredit(credit), created }
}

const failingList = () => ({
  async *[Symbol.asyncIterator]() {
    yield await missing()
  },
})

describe('credit that is returned', () => {
  test('is a transaction with its purpose, which is also the idempotency key', async () => {
    expect(await giveBack({ purposes: ['undone:in_0'] })).toEqual({
      isReturned: true,
      created: [
        [
          'cus_1',
          {
            amount: -3000,
            currency: 'gbp',
            description: expect.stringContaining('Credit returned'),
            metadata: { purpose: 'undone:in_1' },
          },
          { idempotencyKey: 'return-credit:undone:in_1', maxNetworkRetries: 0 },
        ],
      ],
    })
  })

  test('is not returned again for the same purpose', async () => {
    expect(await giveBack({ purposes: ['undone:in_0', 'undone:in_1'] })).toEqual({
      isReturned: true,
      created: [],
    })
  })

  test.each<[string, Facts]>([
    ['has none', { customer: null }],
    ['is deleted', { list: failingList }],
    ['is deleted in the meantime', { create: missing }],
  ])('cannot be returned if the customer %s', async (_why, facts) => {
    expect(await giveBack(facts)).toEqual({ isReturned: false, created: [] })
  })

  test('is not reported as returned when Stripe fails', async () => {
    await expect(giveBack({ create: down })).rejects.toThrow('down')
  })
})

describe('the credit whose return led to a balance', () => {
  const returned = { metadata: { purpose: 'undone:in_1' }, currency: 'gbp' }
  const transactions = [
    { id: 'cbtxn_3', amount: 3000, ending_balance: 0, metadata: {}, currency: 'gbp' },
    { id: 'cbtxn_2', amount: -1000, ending_balance: -3000, ...returned },
    { id: 'cbtxn_1', amount: -2000, ending_balance: -2000, ...returned },
    { id: 'cbtxn_0', amount: -500, ending_balance: 0, ...returned },
  ]

  test.each([
    [-3000, { transactionId: 'cbtxn_2', amountMinor: 1000, currency: 'gbp' }],
    [-2000, { transactionId: 'cbtxn_1', amountMinor: 2000, currency: 'gbp' }],
    // An invoice has used credit since.
    [0, undefined],
    [-1, undefined],
  ])('is found for %i', async (balance, credit) => {
    at({ customers: { listBalanceTransactions: () => listOf(transactions) } })
    expect(await returnedCreditGateway.findReturnedCredit('cus_1', balance)).toEqual(credit)
  })

  test('is not found for a deleted customer', async () => {
    at({ customers: { listBalanceTransactions: failingList } })
    expect(await returnedCreditGateway.findReturnedCredit('cus_1', -3000)).toBeUndefined()
  })
})

describe('the credit of the billing panel', () => {
  test.each([
    [-3000, 'gbp', { amountMinor: 3000, currency: 'gbp' }],
    [-3000, null, undefined],
    [0, 'gbp', undefined],
    [20, 'gbp', undefined],
  ])('is that of a negative balance with a currency: %i, %s', async (balance, currency, credit) => {
    const customer = { balance, currency, invoice_settings: { default_payment_method: null } }
    const empty = { list: () => listOf([]) }
    const customers = { retrieve: async () => customer }
    at({ customers, subscriptions: empty, invoices: empty, charges: empty })
    expect((await stripeGateway.findBilling('cus_1')).credit).toEqual(credit)
  })
})
