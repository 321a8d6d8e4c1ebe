import type { Stripe } from 'stripe'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readDescription, type ApiDescription, type RecordedCall } from './testing/description.ts'
import { idOf, openCheckout, postCard, priceId, subscribe, type TestAccount } from './testing/test-account.ts'
import { openRecordingAccount } from './testing/recording-account.ts'

let description: ApiDescription
beforeAll(async () => {
  description = await readDescription()
})

let account: TestAccount
let calls: RecordedCall[]
beforeEach(async () => {
  ;({ account, calls } = await openRecordingAccount())
  account.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => account.close())

const at = (iso: string) => account.clock.set(new Date(iso))

/** Checks all calls since the last check, all objects of the account and all sent events. */
const expectConformity = async () => {
  const { stripe } = account
  for (const list of [
    stripe.customers.list(),
    stripe.subscriptions.list({ status: 'all', expand: ['data.latest_invoice.payments'] }),
    stripe.invoices.list({ expand: ['data.payments', 'data.amount_paid_off_stripe'] }),
    stripe.invoicePayments.list({ expand: ['data.payment.payment_intent'] }),
    stripe.checkout.sessions.list({ expand: ['data.line_items'] }),
    stripe.paymentIntents.list({ expand: ['data.payment_method', 'data.latest_charge'] }),
    stripe.refunds.list(),
    stripe.testHelpers.testClocks.list(),
    stripe.prices.list({ expand: ['data.product'] }),
    stripe.products.list(),
    stripe.charges.list(),
    stripe.disputes.list(),
    stripe.billingPortal.configurations.list(),
    stripe.webhookEndpoints.list(),
    stripe.events.list({ limit: 100 }),
  ])
    await list
  await account.emulator.waitUntilIdle()
  const events: Stripe.Event[] = account.received.splice(0).map(({ body }) => JSON.parse(body))
  expect([
    ...new Set([
      ...calls.splice(0).flatMap(description.checkCall),
      ...events.flatMap(description.checkObject),
      ...events.flatMap((event) => description.checkObject(event.data.object)),
    ]),
  ]).toEqual([])
}

describe("conformity with Stripe's OpenAPI description", () => {
  test('holds for subscriptions that are bought, renewed, past due, cancelled and ended', async () => {
    const { customer, subscription } = await subscribe(account)
    await account.stripe.subscriptions.retrieve(subscription, {
      expand: ['customer', 'default_payment_method'],
    })
    at('2030-02-28T12:30:00Z')
    await expectConformity()
    at('2030-03-01T00:00:00Z')
    account.emulator.setCard(customer, 'authenticate')
    at('2030-04-01T00:00:00Z')
    await expectConformity()
    account.emulator.setCard(customer, 'ok')
    await account.stripe.subscriptions.update(subscription, {
      cancel_at_period_end: true,
      metadata: { a: 'b' },
    })
    await expectConformity()
    at('2030-06-01T00:00:00Z')
    await account.stripe.subscriptions.list({ customer, status: 'canceled' })
    await expectConformity()
  })

  test('holds for sessions that are open, declined, paid, expired and rejected', async () => {
    const first = await openCheckout(account, 'pass')
    await account.emulator.pay(first.id, 'insufficient')
    await account.stripe.checkout.sessions.listLineItems(first.id)
    await account.stripe.checkout.sessions.expire(first.id)
    const second = await openCheckout(account, 'annual')
    await postCard(second.url ?? '', { number: '4000002500003155' })
    await expectConformity()
    await account.emulator.pay(second.id, 'ok')
    const third = await account.stripe.checkout.sessions.create({
      mode: 'payment',
      allowed_payment_method_types: ['card'],
      line_items: [{ price: await priceId(account, 'pass'), quantity: 2 }],
      success_url: 'http://site.example/{CHECKOUT_SESSION_ID}',
      customer_email: 'guest@customer.example',
      customer_creation: 'always',
      invoice_creation: { enabled: true, invoice_data: { metadata: { kind: 'pass' } } },
      expires_at: Math.floor(account.clock.now().getTime() / 1000) + 3600,
      payment_intent_data: { description: 'A pass', metadata: { kind: 'pass' } },
      custom_text: {
        submit: { message: 'Half an hour.' },
        terms_of_service_acceptance: { message: 'I accept the [terms](http://site.example/terms).' },
      },
      consent_collection: { terms_of_service: 'required' },
      tax_id_collection: { enabled: true },
      ui_mode: 'hosted_page',
    })
    await account.emulator.pay(third.id, 'ok')
    await expect(account.stripe.checkout.sessions.expire(third.id)).rejects.toThrow('complete')
    await expect(account.stripe.checkout.sessions.retrieve('cs_none')).rejects.toThrow('No such')
    await expectConformity()
  })

  test('holds for pending and finished direct debits', async () => {
    const paid = await openCheckout(account, 'pass')
    await account.emulator.pay(paid.id, 'debit')
    const customer = await account.stripe.customers.create({ email: 'b@customer.example' })
    const failing = await openCheckout(account, 'monthly', customer.id)
    await account.emulator.pay(failing.id, 'failingDebit')
    await expectConformity()
    at('2030-02-04T00:00:00Z')
    await expectConformity()
  })

  test('holds for refunds and disputes in every state', async () => {
    const { session } = await subscribe(account)
    const { id } = account.emulator.refund({ session, amount: 1000 })
    await account.stripe.refunds.update(id, { metadata: { why: 'goodwill' } })
    await account.stripe.refunds.retrieve(id, { expand: ['charge.refunds', 'payment_intent'] })
    account.emulator.refund({ session, amount: 1000, fails: true })
    account.emulator.dispute({ session, outcome: 'open' })
    await expectConformity()
    account.emulator.dispute({ session, outcome: 'won' })
    const other = await subscribe(account, 'annual')
    account.emulator.dispute({ session: other.session, outcome: 'lost' })
    await expectConformity()
  })

  test('holds for credit that invoices use up and give back', async () => {
    const { customer, subscription } = await subscribe(account)
    await account.stripe.customers.createBalanceTransaction(customer, {
      amount: -8000,
      currency: 'gbp',
      metadata: { purpose: 'goodwill' },
    })
    await account.stripe.invoices.createPreview({ subscription })
    at('2030-03-01T00:00:00Z')
    account.emulator.setCard(customer, 'decline')
    at('2030-04-01T00:00:00Z')
    const { latest_invoice: latest } = await account.stripe.subscriptions.retrieve(subscription)
    await account.stripe.invoices.voidInvoice(idOf(latest))
    await account.stripe.customers.listBalanceTransactions(customer, { expand: ['data.invoice'] })
    await expectConformity()
  })

  test('holds for customers, portal sessions and incomplete subscriptions', async () => {
    const customer = await account.stripe.customers.create({
      email: 'a@customer.example',
      name: 'Robin Sample',
      address: { line1: '1 Example Row', country: 'GB' },
      metadata: { user_id: 'u1' },
    })
    await account.stripe.customers.update(customer.id, { phone: '0', metadata: '' })
    const { invoice } = account.emulator.startSubscription(customer.id, 'monthly')
    await account.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'http://site.example/profile',
    })
    await expect(account.stripe.invoices.pay(invoice ?? '')).rejects.toThrow('no default payment method')
    await expectConformity()
    at('2030-02-02T00:00:00Z')
    await account.stripe.invoices.retrieve(invoice ?? '')
    await account.stripe.customers.del(customer.id)
    await account.stripe.customers.retrieve(customer.id)
    await expectConformity()
  })

  test('holds for immediate price changes and those at the end of the period', async () => {
    const { stripe } = account
    const monthly = await subscribe(account)
    const item = (await stripe.subscriptions.retrieve(monthly.subscription)).items.data[0]?.id ?? ''
    const change = {
      items: [{ id: item, price: await priceId(account, 'annual') }],
      billing_cycle_anchor: { type: 'now' as const },
      proration_behavior: 'always_invoice' as const,
    }
    await stripe.invoices.createPreview({
      subscription: monthly.subscription,
      subscription_details: change,
    })
    await stripe.subscriptions.update(monthly.subscription, {
      ...change,
      payment_behavior: 'error_if_incomplete',
    })
    const { subscription } = await subscribe(account, 'annual')
    const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription })
    await stripe.subscriptionSchedules.update(id, {
      phases: [
        {
          items: [{ price: await priceId(account, 'annual') }],
          start_date: phases[0]?.start_date ?? 0,
          end_date: phases[0]?.end_date ?? 0,
        },
        {
          items: [{ price: await priceId(account, 'monthly') }],
          duration: { interval: 'month', interval_count: 1 },
        },
      ],
    })
    await expectConformity()
    at('2031-02-01T00:00:00Z')
    await stripe.subscriptionSchedules.retrieve(id, { expand: ['phases.items.price'] })
    await stripe.subscriptionSchedules.release(id)
    await expectConformity()
  })
})

describe("conformity of what a stage sets up with Stripe's OpenAPI description", () => {
  test('holds for test clocks that advance or are deleted', async () => {
    const clock = await account.stripe.testHelpers.testClocks.create({
      frozen_time: 1_900_000_000,
      name: 'A',
    })
    await account.stripe.customers.create({ test_clock: clock.id })
    await account.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_900_100_000 })
    await account.stripe.testHelpers.testClocks.del(clock.id)
    await expectConformity()
  })

  test('holds for paused collection and for invoices that are changed, voided and written off', async () => {
    const { customer, subscription } = await subscribe(account)
    for (const behavior of ['void', 'keep_as_draft', 'mark_uncollectible'] as const)
      await account.stripe.subscriptions.update(subscription, { pause_collection: { behavior } })
    await expectConformity()
    at('2030-03-01T00:00:00Z')
    await account.stripe.subscriptions.update(subscription, { pause_collection: '', metadata: { a: '' } })
    await expectConformity()
    account.emulator.setCard(customer, 'decline')
    at('2030-04-01T00:00:00Z')
    const [unpaid] = (await account.stripe.invoices.list({ customer, status: 'open' })).data
    await account.stripe.invoices.update(unpaid?.id ?? '', { metadata: { late_payment: 'refunded' } })
    await account.stripe.invoices.markUncollectible(unpaid?.id ?? '')
    await expectConformity()
    await account.stripe.invoices.voidInvoice(unpaid?.id ?? '')
    await expectConformity()
  })

  test('holds for disputes and charges that are read and closed', async () => {
    const { session } = await subscribe(account)
    const { id, charge } = account.emulator.dispute({ session, outcome: 'open' })
    await account.stripe.disputes.retrieve(id)
    await account.stripe.charges.retrieve(charge)
    await account.stripe.disputes.close(id)
    await expectConformity()
  })

  test('holds for products, prices, portal configurations and webhook endpoints', async () => {
    const { products, prices, billingPortal, webhookEndpoints } = account.stripe
    await products.create({ id: 'guide', name: 'Guide', metadata: { plan: 'guide' } })
    await products.update('guide', { name: 'Guides' })
    const price = await prices.create({
      currency: 'gbp',
      product: 'guide',
      unit_amount: 700,
      recurring: { interval: 'year' },
      lookup_key: 'monthly',
      transfer_lookup_key: true,
    })
    await prices.update(price.id, { tax_behavior: 'inclusive', nickname: 'Guide' })
    const created = await billingPortal.configurations.create({
      business_profile: { headline: '', privacy_policy_url: 'https://site.example/privacy' },
      features: {
        customer_update: { enabled: true, allowed_updates: ['address'] },
        subscription_cancel: { enabled: true, mode: 'immediately', proration_behavior: 'none' },
      },
    })
    await billingPortal.configurations.update(created.id, {
      features: { customer_update: { enabled: false, allowed_updates: '' } },
      name: 'Second',
    })
    await billingPortal.configurations.retrieve(created.id)
    const endpoint = await webhookEndpoints.create({
      url: 'https://site.example/webhooks/stripe',
      enabled_events: ['invoice.paid', 'customer.updated'],
      api_version: '2026-10-28.endive',
      description: 'Site',
    })
    await webhookEndpoints.update(endpoint.id, { enabled_events: ['invoice.paid'], metadata: { a: 'b' } })
    await webhookEndpoints.retrieve(endpoint.id)
    await webhookEndpoints.del(endpoint.id)
    await expectConformity()
  })
})
