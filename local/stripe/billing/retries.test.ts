import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { idOf, openTestAccount, priceId, subscribe, type TestAccount } from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  // Time stands still, however long the requests take.
  vi.useFakeTimers({ toFake: ['Date'] })
  account = await openTestAccount()
  account.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => account.close())

const at = (iso: string) => account.clock.set(new Date(iso))
const load = (id: string) => account.stripe.subscriptions.retrieve(id)
const latestInvoice = async (id: string) =>
  account.stripe.invoices.retrieve(idOf((await load(id)).latest_invoice))
const dayOf = (epochSeconds: number | null) =>
  epochSeconds && new Date(epochSeconds * 1000).toISOString().slice(0, 10)
const typesSince = async (...types: string[]) =>
  (await account.stripe.events.list({ types, limit: 100 })).data.map(({ type }) => type).reverse()

describe('retries', () => {
  test('keep a renewal as a draft for an hour while the subscription stays active, then charge it', async () => {
    const { subscription } = await subscribe(account)
    at('2030-02-28T12:30:00Z')
    expect((await load(subscription)).status).toBe('active')
    expect(await latestInvoice(subscription)).toMatchObject({
      status: 'draft',
      number: null,
      attempted: false,
    })
    at('2030-02-28T13:00:10Z')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', attempt_count: 1 })
  })

  test('follow after 3, 5 and 7 days, then cancel the subscription', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    const days: (string | number | null)[] = []
    for (const day of ['2030-02-28', '2030-03-03', '2030-03-08']) {
      at(`${day}T14:00:00Z`)
      const invoice = await latestInvoice(subscription)
      days.push(dayOf(invoice.next_payment_attempt))
      expect([(await load(subscription)).status, invoice.status]).toEqual(['past_due', 'open'])
    }
    expect(days).toEqual(['2030-03-03', '2030-03-08', '2030-03-15'])
    at('2030-03-15T14:00:00Z')
    expect(await load(subscription)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    expect(await latestInvoice(subscription)).toMatchObject({
      status: 'open',
      attempt_count: 4,
      auto_advance: false,
      next_payment_attempt: null,
    })
    expect(await typesSince('invoice.payment_failed', 'customer.subscription.deleted')).toEqual([
      ...Array.from({ length: 4 }, () => 'invoice.payment_failed'),
      'customer.subscription.deleted',
    ])
  })

  test('leave the subscription unpaid if the settings say so, and keep later renewals as drafts', async () => {
    account.emulator.configure({ afterRetries: 'unpaid' })
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'insufficient')
    at('2030-03-20T00:00:00Z')
    expect((await load(subscription)).status).toBe('unpaid')
    const unpaid = (await load(subscription)).latest_invoice
    at('2030-04-02T00:00:00Z')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'draft', auto_advance: false })
    account.emulator.setCard(customer, 'ok')
    await account.stripe.invoices.pay(idOf(unpaid))
    expect((await load(subscription)).status).toBe('unpaid')
    await account.stripe.invoices.pay(idOf((await load(subscription)).latest_invoice))
    expect((await load(subscription)).status).toBe('active')
  })

  test('make the subscription active again once the card is accepted', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'authenticate')
    at('2030-03-01T00:00:00Z')
    expect(await typesSince('invoice.payment_action_required')).toHaveLength(1)
    account.emulator.setCard(customer, 'ok')
    at('2030-03-04T00:00:00Z')
    expect((await load(subscription)).status).toBe('active')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', attempt_count: 2 })
  })

  test('keep their schedule after a manual payment attempt', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    at('2030-03-01T00:00:00Z')
    const { id, next_payment_attempt: next } = await latestInvoice(subscription)
    await expect(account.stripe.invoices.pay(id)).rejects.toMatchObject({ code: 'card_declined' })
    expect(await latestInvoice(subscription)).toMatchObject({ attempt_count: 1, next_payment_attempt: next })
  })

  test('stop when the invoice is written off, and the subscription becomes active', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    at('2030-03-01T00:00:00Z')
    const { id } = await latestInvoice(subscription)
    expect((await account.stripe.invoices.markUncollectible(id)).status).toBe('uncollectible')
    expect((await load(subscription)).status).toBe('active')
  })

  test('expire a subscription whose first payment is not made within 23 hours', async () => {
    const customer = await account.stripe.customers.create({ email: 'a@customer.example' })
    account.emulator.setCard(customer.id, 'authenticate')
    const created = await account.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: await priceId(account, 'monthly') }],
    })
    expect(created.status).toBe('incomplete')
    at('2030-02-01T10:59:00Z')
    expect((await load(created.id)).status).toBe('incomplete')
    at('2030-02-01T11:01:00Z')
    expect((await load(created.id)).status).toBe('incomplete_expired')
    expect((await latestInvoice(created.id)).status).toBe('void')
    expect(await typesSince('invoice.voided')).toHaveLength(1)
    at('2030-04-01T00:00:00Z')
    expect((await load(created.id)).status).toBe('incomplete_expired')
  })

  test('make an incomplete subscription active when the first payment is made in time', async () => {
    const { customer } = await subscribe(account)
    const { id, status, invoice } = account.emulator.startSubscription(customer, 'annual')
    expect(status).toBe('active')
    const fresh = await account.stripe.customers.create()
    const incomplete = account.emulator.startSubscription(fresh.id, 'monthly')
    expect(incomplete.status).toBe('incomplete')
    account.emulator.setCard(fresh.id, 'ok')
    await account.stripe.invoices.pay(incomplete.invoice ?? '')
    expect((await load(incomplete.id)).status).toBe('active')
    expect([id, invoice]).not.toContain(null)
  })
})
