import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openCheckout,
  openTestAccount,
  postCard,
  priceId,
  type TestAccount,
} from '../../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
})
afterEach(() => account.close())

const buyer = () => account.stripe.customers.create({ email: 'buyer@customer.example' })
const typesOf = () => account.received.map(({ type }) => type)
const addressOf = ({ url }: { url: string | null }) => url ?? ''

describe('Checkout', () => {
  test('keeps the form except the security code after a decline, so the buyer can retry', async () => {
    const session = await openCheckout(account, 'monthly', (await buyer()).id)
    const page = await (await fetch(addressOf(session))).text()
    expect(page).toContain('Monthly plan')
    expect(page).toContain('£50.00')
    expect(page).toContain('href="http://site.example/cancelled"')

    const declined = await postCard(addressOf(session), { number: '4000000000000002' })
    const again = await declined.text()
    expect(declined.status).toBe(200)
    expect(again).toContain('Your card was declined.')
    expect(again).toContain('value="4000000000000002"')
    expect(again).toContain('value="Robin Sample"')
    expect(again).not.toContain('value="123"')
    expect((await account.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')

    const paid = await postCard(addressOf(session))
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toBe(`http://site.example/success?session_id=${session.id}`)
  })

  test('creates an active subscription with a paid invoice', async () => {
    const customer = await buyer()
    const session = await openCheckout(account, 'monthly', customer.id)
    expect(await account.emulator.pay(session.id, 'ok')).toEqual({
      redirect: `http://site.example/success?session_id=${session.id}`,
    })
    const paid = await account.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription', 'line_items', 'subscription.latest_invoice'],
    })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: customer.id,
    })
    expect(paid.line_items?.data[0]).toMatchObject({ description: 'Monthly plan', amount_total: 5000 })
    expect(paid.subscription).toMatchObject({
      status: 'active',
      metadata: { plan: 'monthly' },
      items: { data: [{ price: { lookup_key: 'monthly' } }] },
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_create',
        amount_paid: 5000,
      },
    })
    const payments = await account.stripe.paymentIntents.list({ customer: customer.id })
    expect(payments.data).toMatchObject([{ status: 'succeeded', amount_received: 5000 }])
  })

  test.each(['ok', 'debit'] as const)(
    'issues a paid invoice for a one-time payment that asks for one, and creates its customer: %s',
    async (card) => {
      const { stripe, clock, emulator } = account
      const [price] = (await stripe.prices.list({ lookup_keys: ['pass'] })).data
      const session = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: price?.id, quantity: 1 }],
        success_url: 'http://site.example/success',
        invoice_creation: { enabled: true, invoice_data: { metadata: { kind: 'pass' } } },
      })
      await emulator.pay(session.id, card)
      const invoices = async () => (await stripe.invoices.list()).data
      expect(await invoices()).toHaveLength(card === 'ok' ? 1 : 0)
      clock.set(new Date(clock.now().getTime() + 4 * 24 * 3600_000))
      await stripe.customers.list() // The emulator runs what is due at the next request.
      const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] })
      expect(paid).toMatchObject({
        customer: expect.stringMatching(/^cus_/),
        payment_status: 'paid',
        invoice: {
          status: 'paid',
          amount_paid: 5000,
          number: expect.stringMatching(/-0001$/),
          metadata: { kind: 'pass' },
          parent: null,
        },
      })
      await emulator.waitUntilIdle()
      expect(typesOf()).toContain('invoice.paid')
    },
  )

  test('sends signed events, with the incomplete subscription first and the session last', async () => {
    const session = await openCheckout(account, 'monthly', (await buyer()).id)
    await account.emulator.pay(session.id, 'ok')
    await account.emulator.waitUntilIdle()
    expect(typesOf()).toEqual([
      'customer.created',
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'customer.subscription.updated',
      'customer.updated',
      'checkout.session.completed',
    ])
    const events = account.received.map(({ body, signature }) =>
      account.stripe.webhooks.constructEvent(body, signature, account.emulator.webhookSecret),
    )
    const created = events.find((event) => event.type === 'customer.subscription.created')
    const updated = events.find((event) => event.type === 'customer.subscription.updated')
    expect(created?.data.object).toMatchObject({ status: 'incomplete' })
    expect(updated?.data).toMatchObject({
      object: { status: 'active' },
      previous_attributes: { status: 'incomplete' },
    })
    expect(events.at(-1)).toMatchObject({
      api_version: Stripe.API_VERSION,
      data: { object: { id: session.id } },
    })
  })

  test('charges a card after 3-D Secure authentication', async () => {
    const session = await openCheckout(account, 'monthly', (await buyer()).id)
    const challenge = await postCard(addressOf(session), { number: '4000 0025 0000 3155' })
    const bank = new URL(challenge.headers.get('location') ?? '', account.emulator.url)
    expect(await (await fetch(bank)).text()).toContain('3-D Secure authentication')

    const authenticate = (value: string) =>
      fetch(bank, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision: value }) })
    const failed = await authenticate('fail')
    expect(failed.status).toBe(200)
    expect(await failed.text()).toContain('We are unable to authenticate your payment method.')

    await postCard(addressOf(session), { number: '4000 0025 0000 3155' })
    expect((await authenticate('complete')).headers.get('location')).toContain(session.id)
    expect((await account.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  })

  test('shows an error for each invalid field and charges nothing', async () => {
    const session = await openCheckout(account, 'monthly')
    const wrong = { email: 'nobody', number: '4242424242424241', expiry: '01/20', cvc: '1', name: '<b>' }
    const response = await postCard(addressOf(session), wrong)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain('Enter an email address')
    expect(page).toContain('Your card number is invalid.')
    expect(page).toContain('Your card&#39;s expiry date is in the past.')
    expect(page).toContain('Enter the 3 or 4 digits of the security code.')
    expect(page).toContain('value="&lt;b&gt;"')
    expect((await account.stripe.events.list({ types: ['charge.*'] })).data).toEqual([])
  })

  test('declines numbers that are not test cards, with a reason', async () => {
    const session = await openCheckout(account, 'monthly')
    const page = await (await postCard(addressOf(session), { number: '5555555555554444' })).text()
    expect(page).toContain('used a non test (live) card')
  })

  test('expires after 24 hours and then accepts no card', async () => {
    const session = await openCheckout(account, 'monthly', (await buyer()).id)
    account.clock.set(new Date((session.expires_at + 1) * 1000))
    await account.emulator.waitUntilIdle()
    expect(typesOf()).toContain('checkout.session.expired')
    expect((await account.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
    const page = await postCard(addressOf(session))
    expect(page.status).toBe(410)
    expect(await page.text()).toContain('This checkout page has expired.')
    expect(await account.emulator.pay(session.id, 'ok')).toEqual({
      redirect: null,
      error: 'This Checkout Session is expired.',
    })
  })

  test('cannot be paid or expired after payment', async () => {
    const session = await openCheckout(account, 'monthly', (await buyer()).id)
    await account.emulator.pay(session.id, 'ok')
    expect(await (await postCard(addressOf(session))).text()).toContain('You have already paid')
    await expect(account.stripe.checkout.sessions.expire(session.id)).rejects.toThrow('status of complete')
    expect((await account.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  })

  test('accepts a one-time payment without a customer, which can be refunded', async () => {
    const session = await openCheckout(account, 'pass')
    expect(await account.emulator.pay(session.id, 'insufficient')).toEqual({
      redirect: null,
      error: 'Your card has insufficient funds.',
    })
    await account.emulator.pay(session.id, 'authenticate')
    const paid = await account.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    })
    expect(paid).toMatchObject({
      customer: null,
      payment_status: 'paid',
      payment_intent: { status: 'succeeded' },
    })
    const intent = paid.payment_intent
    if (typeof intent !== 'object' || !intent) throw new Error('The payment intent was not expanded')
    await account.stripe.refunds.create({ payment_intent: intent.id, amount: 2000 })
    const charge = await account.stripe.charges.retrieve(
      String(intent.latest_charge && (intent.latest_charge as Stripe.Charge).id),
    )
    expect(charge).toMatchObject({ amount_refunded: 2000, refunded: false })
    await expect(account.stripe.refunds.create({ payment_intent: intent.id, amount: 3001 })).rejects.toThrow(
      'greater than',
    )
  })
})

describe('Checkout with terms that the buyer must accept', () => {
  const openWithTerms = async (customer?: string) =>
    account.stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: await priceId(account, 'annual'), quantity: 1 }],
      success_url: 'http://site.example/success',
      consent_collection: { terms_of_service: 'required' },
      custom_text: {
        terms_of_service_acceptance: { message: 'I accept <all> the [terms](http://site.example/terms).' },
      },
      tax_id_collection: { enabled: true },
      ...(customer === undefined ? {} : { customer, customer_update: { name: 'auto' } }),
    })

  test('shows their text with its link, and takes no payment without them', async () => {
    const session = await openWithTerms()
    const page = await (await postCard(addressOf(session))).text()
    expect(page).toContain('I accept &lt;all&gt; the <a href="http://site.example/terms">terms</a>.')
    expect(page).toContain('Accept the terms to continue.')
    expect(await account.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      consent: null,
    })
    expect((await postCard(addressOf(session), { terms: 'on' })).status).toBe(303)
    expect(await account.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      consent: { terms_of_service: 'accepted' },
    })
  })

  test('adds a VAT number to the invoice, and rejects a malformed one', async () => {
    const customer = await buyer()
    const session = await openWithTerms(customer.id)
    const wrong = await postCard(addressOf(session), { terms: 'on', vatNumber: '12' })
    expect(await wrong.text()).toContain('Enter a VAT number like GB123456789')
    await postCard(addressOf(session), { terms: 'on', vatNumber: 'gb 123 4567 89' })
    const [invoice] = (await account.stripe.invoices.list()).data
    const added = { type: 'gb_vat', value: 'GB123456789' }
    expect(invoice?.customer_tax_ids).toEqual([added])
    expect(await account.stripe.customers.listTaxIds(customer.id)).toMatchObject({ data: [added] })
  })

  test('cannot be opened without an address of the terms in the public details', async () => {
    account.emulator.configure({ termsUrl: null })
    await expect(openWithTerms()).rejects.toThrow('You cannot collect consent')
  })
})
