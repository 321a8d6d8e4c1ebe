import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  idOf,
  openCheckout,
  openTestAccount,
  priceId,
  subscribe,
  type TestAccount,
} from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
  account.clock.set(new Date('2030-04-01T12:00:00Z'))
})
afterEach(() => account.close())

const at = (iso: string) => account.clock.set(new Date(iso))
const credit = (customer: string, amount: number) =>
  account.stripe.customers.createBalanceTransaction(customer, { amount: -amount, currency: 'gbp' })
const balanceOf = async (id: string) => {
  const customer = await account.stripe.customers.retrieve(id)
  return customer.deleted === true ? undefined : customer.balance
}
/** Returns the transactions of a customer, the oldest first. */
const transactionsOf = async (customer: string) =>
  (await account.stripe.customers.listBalanceTransactions(customer)).data
    .map(({ type, amount, ending_balance: after }) => [type, amount, after])
    .toReversed()
const latestInvoice = async (subscription: string) => {
  const { latest_invoice: latest } = await account.stripe.subscriptions.retrieve(subscription)
  return account.stripe.invoices.retrieve(idOf(latest), { expand: ['payments', 'amount_paid_off_stripe'] })
}
const chargesOf = async () => (await account.stripe.charges.list()).data.map(({ amount }) => amount)

/** The change of a subscription to another price from now. */
const changeTo = async (plan: 'monthly' | 'annual', subscription: string) => ({
  items: [
    {
      id: idOf((await account.stripe.subscriptions.retrieve(subscription)).items.data[0]),
      price: await priceId(account, plan),
    },
  ],
  billing_cycle_anchor: { type: 'now' as const },
  proration_behavior: 'always_invoice' as const,
})

describe('the balance of a customer', () => {
  test('is changed by adjustments, which are listed newest first', async () => {
    const { id } = await account.stripe.customers.create({ email: 'a@customer.example' })
    const given = await account.stripe.customers.createBalanceTransaction(id, {
      amount: -3000,
      currency: 'gbp',
      description: 'Goodwill',
      metadata: { purpose: 'goodwill' },
    })
    expect(given).toMatchObject({ type: 'adjustment', ending_balance: -3000, description: 'Goodwill' })
    await credit(id, -1000)
    expect(await balanceOf(id)).toBe(-2000)
    const { data } = await account.stripe.customers.listBalanceTransactions(id)
    expect(data.map(({ amount }) => amount)).toEqual([1000, -3000])
    expect(data[1]).toMatchObject({ id: given.id, metadata: { purpose: 'goodwill' } })
    await account.emulator.waitUntilIdle()
    expect(account.received.map(({ type }) => type)).toContain('customer.updated')
  })

  test('needs an amount and the currency of the customer, and a customer that is not deleted', async () => {
    const { customer } = await subscribe(account)
    const create = (id: string, currency: string) =>
      account.stripe.customers.createBalanceTransaction(id, { amount: -1, currency })
    await expect(create(customer, 'eur')).rejects.toMatchObject({ statusCode: 400, param: 'currency' })
    await account.stripe.customers.del(customer)
    await expect(create(customer, 'gbp')).rejects.toMatchObject({ code: 'resource_missing' })
  })
})

describe('an invoice of a customer with credit', () => {
  test('uses the credit when it is issued, and charges the rest', async () => {
    const { customer, subscription } = await subscribe(account)
    await credit(customer, 3000)
    expect(await account.stripe.invoices.createPreview({ subscription })).toMatchObject({
      amount_due: 2000,
      starting_balance: -3000,
    })
    at('2030-05-01T12:10:00Z')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'draft', ending_balance: null })
    expect(await balanceOf(customer)).toBe(-3000)
    at('2030-05-01T14:00:00Z')
    expect(await latestInvoice(subscription)).toMatchObject({
      status: 'paid',
      total: 5000,
      amount_due: 2000,
      amount_paid: 2000,
      starting_balance: -3000,
      ending_balance: 0,
      amount_paid_off_stripe: 0,
    })
    expect(await balanceOf(customer)).toBe(0)
    expect(await transactionsOf(customer)).toEqual([
      ['adjustment', -3000, -3000],
      ['applied_to_invoice', 3000, 0],
    ])
    expect(await chargesOf()).toEqual([2000, 5000])
  })

  test('is paid without a payment if the credit covers it, and keeps the rest of the credit', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    await credit(customer, 8000)
    at('2030-05-02T12:00:00Z')
    const invoice = await latestInvoice(subscription)
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 0, ending_balance: -3000 })
    expect(invoice.payments?.data).toEqual([])
    expect((await account.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
    const related = await account.stripe.customers.listBalanceTransactions(customer, { invoice: invoice.id })
    expect(related.data).toMatchObject([{ type: 'applied_to_invoice', amount: 5000, ending_balance: -3000 }])
  })

  test('gives the credit back when it is voided, and not when it is written off', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    await credit(customer, 3000)
    at('2030-05-02T12:00:00Z')
    const { id } = await latestInvoice(subscription)
    await account.stripe.invoices.markUncollectible(id)
    expect(await balanceOf(customer)).toBe(0)
    await account.stripe.invoices.voidInvoice(id)
    expect(await balanceOf(customer)).toBe(-3000)
    expect((await transactionsOf(customer)).at(-1)).toEqual(['unapplied_from_invoice', -3000, -3000])
  })

  test('uses no credit while the collection is paused', async () => {
    const { customer, subscription } = await subscribe(account)
    await credit(customer, 8000)
    await account.stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } })
    at('2030-05-02T12:00:00Z')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'void', amount_paid: 0 })
    expect(await transactionsOf(customer)).toEqual([['adjustment', -8000, -8000]])
  })

  test('carries an amount that is too small to be charged over to the next invoice', async () => {
    const { customer, subscription } = await subscribe(account)
    await credit(customer, 4980)
    at('2030-05-02T12:00:00Z')
    expect(await latestInvoice(subscription)).toMatchObject({
      status: 'paid',
      amount_paid: 0,
      ending_balance: 20,
    })
    at('2030-06-02T12:00:00Z')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', amount_paid: 5020 })
    expect(await balanceOf(customer)).toBe(0)
  })

  test('is that of a subscription, also in Checkout, but not of a one-time payment', async () => {
    const { id: customer } = await account.stripe.customers.create({ email: 'a@customer.example' })
    await credit(customer, 6000)
    const pass = await openCheckout(account, 'pass', customer)
    await account.emulator.pay(pass.id, 'ok')
    expect(await balanceOf(customer)).toBe(-6000)
    const free = await openCheckout(account, 'monthly', customer)
    await account.emulator.pay(free.id, 'ok')
    expect(await account.stripe.checkout.sessions.retrieve(free.id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
    })
    const second = await openCheckout(account, 'monthly', customer)
    const page = await (await fetch(second.url ?? '')).text()
    expect(page).toContain('Subscribe and pay £40.00')
    await account.emulator.pay(second.id, 'ok')
    expect(await chargesOf()).toEqual([4000, 5000])
    expect(await balanceOf(customer)).toBe(0)
  })
})

describe('a price change of a customer with credit', () => {
  test('needs no card if the credit covers it', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    await credit(customer, 60_000)
    await account.stripe.subscriptions.update(subscription, {
      ...(await changeTo('annual', subscription)),
      payment_behavior: 'error_if_incomplete',
    })
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', amount_paid: 0 })
    expect(await balanceOf(customer)).toBe(-10_000)
  })

  test('adds unused time that is worth more than the new period to the credit', async () => {
    const { customer, subscription } = await subscribe(account, 'annual')
    await account.stripe.subscriptions.update(subscription, {
      ...(await changeTo('monthly', subscription)),
      payment_behavior: 'error_if_incomplete',
    })
    expect(await latestInvoice(subscription)).toMatchObject({
      status: 'paid',
      total: -50_000,
      amount_due: 0,
      ending_balance: -50_000,
    })
    expect(await transactionsOf(customer)).toEqual([['applied_to_invoice', -50_000, -50_000]])
  })

  test('gives the credit back if it is not paid in time', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'authenticate')
    await credit(customer, 3000)
    await account.stripe.subscriptions.update(subscription, {
      ...(await changeTo('annual', subscription)),
      payment_behavior: 'pending_if_incomplete',
    })
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'open', amount_due: 47_000 })
    expect(await balanceOf(customer)).toBe(0)
    at('2030-04-03T12:00:00Z')
    expect(await balanceOf(customer)).toBe(-3000)
  })
})
