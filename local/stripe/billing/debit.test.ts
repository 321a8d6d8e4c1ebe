import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf, openCheckout, openTestAccount, type TestAccount } from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
  account.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => account.close())

const load = (id: string) =>
  account.stripe.checkout.sessions.retrieve(id, { expand: ['subscription', 'payment_intent', 'invoice'] })
const typesOf = async (...types: string[]) =>
  (await account.stripe.events.list({ types })).data.map(({ type }) => type).reverse()
const buy = async (lookupKey: string, card: 'debit' | 'failingDebit') => {
  const customer = await account.stripe.customers.create({ email: 'a@customer.example' })
  const { id } = await openCheckout(account, lookupKey, customer.id)
  expect(await account.emulator.pay(id, card)).toMatchObject({ redirect: expect.stringContaining(id) })
  return id
}

describe('direct debits', () => {
  test('complete a session immediately and pay it days later', async () => {
    const id = await buy('pass', 'debit')
    expect(await load(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    })
    account.clock.set(new Date('2030-02-03T12:01:00Z'))
    expect(await load(id)).toMatchObject({ payment_status: 'paid', payment_intent: { status: 'succeeded' } })
    expect(await typesOf('checkout.session.*', 'charge.*')).toEqual([
      'charge.pending',
      'checkout.session.completed',
      'charge.succeeded',
      'checkout.session.async_payment_succeeded',
    ])
  })

  test('make a subscription active immediately and cancel it if the debit fails', async () => {
    const id = await buy('monthly', 'failingDebit')
    expect(await load(id)).toMatchObject({
      payment_status: 'unpaid',
      subscription: { status: 'active' },
      invoice: { status: 'open', attempt_count: 1 },
    })
    account.clock.set(new Date('2030-02-03T12:01:00Z'))
    expect(await load(id)).toMatchObject({
      payment_status: 'unpaid',
      subscription: { status: 'canceled' },
      invoice: { status: 'open' },
    })
    expect(await typesOf('invoice.payment_failed', 'checkout.session.async_payment_failed')).toEqual([
      'invoice.payment_failed',
      'checkout.session.async_payment_failed',
    ])
  })

  test('prevent a second payment of the invoice and do not revive a cancelled subscription', async () => {
    const id = await buy('monthly', 'failingDebit')
    const { invoice, subscription } = await account.stripe.checkout.sessions.retrieve(id)
    await expect(account.stripe.invoices.pay(idOf(invoice))).rejects.toThrow('already processing')
    const { hosted_invoice_url: address } = await account.stripe.invoices.retrieve(idOf(invoice))
    expect(await (await fetch(address ?? '')).text()).toContain('Payment pending')
    await account.stripe.subscriptions.cancel(idOf(subscription))
    account.clock.set(new Date('2030-02-04T00:00:00Z'))
    expect(await typesOf('customer.subscription.deleted', 'invoice.payment_failed')).toEqual([
      'customer.subscription.deleted',
      'invoice.payment_failed',
    ])
  })

  test('can be finished early, once', async () => {
    const session = await buy('monthly', 'failingDebit')
    account.emulator.finishDebit({ session, outcome: 'paid' })
    expect(await load(session)).toMatchObject({ payment_status: 'paid', invoice: { status: 'paid' } })
    expect(() => account.emulator.finishDebit({ session, outcome: 'paid' })).toThrow('No direct debit')
  })

  test('renew a subscription that was bought by direct debit', async () => {
    const id = await buy('monthly', 'debit')
    const latest = async () => {
      const { subscription } = await account.stripe.checkout.sessions.retrieve(id)
      const { status, latest_invoice: invoice } = await account.stripe.subscriptions.retrieve(
        idOf(subscription),
      )
      return { subscription: status, invoice: (await account.stripe.invoices.retrieve(idOf(invoice))).status }
    }
    account.clock.set(new Date('2030-03-01T00:00:00Z'))
    expect(await latest()).toEqual({ subscription: 'active', invoice: 'open' })
    account.clock.set(new Date('2030-03-04T00:00:00Z'))
    expect(await latest()).toEqual({ subscription: 'active', invoice: 'paid' })
  })

  test('are neither offered nor accepted by sessions for cards only', async () => {
    const [price] = (await account.stripe.prices.list({ lookup_keys: ['pass'] })).data
    const session = await account.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: price?.id ?? '', quantity: 1 }],
      success_url: 'http://site.example/success',
      allowed_payment_method_types: ['card'],
    })
    expect(await (await fetch(session.url ?? '')).text()).not.toContain('direct debit')
    expect(await account.emulator.pay(session.id, 'debit')).toEqual({
      redirect: null,
      error: 'Direct debits are not accepted here.',
    })
  })
})
