import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestAccount, priceId, type TestAccount } from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
})
afterEach(() => account.close())

const newPrice = (more: object = {}) =>
  account.stripe.prices.create({
    currency: 'gbp',
    product: 'guide',
    unit_amount: 700,
    recurring: { interval: 'month' },
    tax_behavior: 'inclusive',
    ...more,
  })

describe('products and prices', () => {
  test('creates a product with a chosen id once', async () => {
    await account.stripe.products.create({ id: 'guide', name: 'Guide' })
    await expect(account.stripe.products.create({ id: 'guide', name: 'Guide' })).rejects.toThrow(
      'already exists',
    )
    await account.stripe.products.update('guide', { name: 'Guides', metadata: { plan: 'guide' } })
    expect(await account.stripe.products.retrieve('guide')).toMatchObject({
      name: 'Guides',
      metadata: { plan: 'guide' },
    })
  })

  test('moves a lookup key to another price only on request', async () => {
    await account.stripe.products.create({ id: 'guide', name: 'Guide' })
    const before = await priceId(account, 'monthly')
    await expect(newPrice({ lookup_key: 'monthly' })).rejects.toThrow('already uses that lookup key')
    const { id } = await newPrice({ lookup_key: 'monthly', transfer_lookup_key: true })
    expect(await priceId(account, 'monthly')).toBe(id)
    expect(await account.stripe.prices.retrieve(before)).toMatchObject({ lookup_key: null, active: true })
  })

  test('rejects a price of an unknown product', async () => {
    await expect(newPrice()).rejects.toThrow("No such product: 'guide'")
  })

  test('sets the tax behaviour of a price only once', async () => {
    await account.stripe.products.create({ id: 'guide', name: 'Guide' })
    const { id } = await newPrice({ tax_behavior: 'unspecified' })
    await account.stripe.prices.update(id, { tax_behavior: 'inclusive' })
    await expect(account.stripe.prices.update(id, { tax_behavior: 'exclusive' })).rejects.toThrow(
      'cannot change',
    )
  })
})

describe('portal configurations', () => {
  test('lists the default configuration, which portal sessions use', async () => {
    const { data } = await account.stripe.billingPortal.configurations.list({ is_default: true })
    const customer = await account.stripe.customers.create({ email: 'a@customer.example' })
    const session = await account.stripe.billingPortal.sessions.create({ customer: customer.id })
    expect(data.map(({ id }) => id)).toEqual([session.configuration])
  })

  test('changes only the fields that are sent', async () => {
    const { configurations } = account.stripe.billingPortal
    const [before] = (await configurations.list({ is_default: true })).data
    await configurations.update(before?.id ?? '', {
      features: { customer_update: { enabled: false } },
      business_profile: { terms_of_service_url: 'https://site.example/terms' },
    })
    expect(await configurations.retrieve(before?.id ?? '')).toEqual({
      ...before,
      updated: expect.any(Number),
      business_profile: { ...before?.business_profile, terms_of_service_url: 'https://site.example/terms' },
      features: {
        ...before?.features,
        customer_update: { allowed_updates: ['email', 'address', 'tax_id'], enabled: false },
      },
    })
  })

  test('creates configurations that are not the default', async () => {
    const { configurations } = account.stripe.billingPortal
    const created = await configurations.create({ features: { invoice_history: { enabled: true } } })
    expect(created).toMatchObject({
      is_default: false,
      features: { subscription_cancel: { enabled: false } },
    })
    expect((await configurations.list()).data).toHaveLength(2)
  })
})

describe('webhook endpoints', () => {
  const url = 'https://site.example/webhooks/stripe'

  test('returns the secret only at creation', async () => {
    const { webhookEndpoints } = account.stripe
    const created = await webhookEndpoints.create({ url, enabled_events: ['invoice.paid'] })
    expect(created.secret).toMatch(/^whsec_/)
    expect((await webhookEndpoints.list()).data).toEqual([{ ...created, secret: undefined }])
    expect((await webhookEndpoints.retrieve(created.id)).secret).toBeUndefined()
  })

  test('changes and deletes an endpoint', async () => {
    const { webhookEndpoints } = account.stripe
    const { id } = await webhookEndpoints.create({ url, enabled_events: ['invoice.paid'] })
    const events = ['invoice.paid', 'invoice.voided'] as const
    await webhookEndpoints.update(id, { enabled_events: [...events], disabled: true })
    expect(await webhookEndpoints.retrieve(id)).toMatchObject({ status: 'disabled', enabled_events: events })
    await webhookEndpoints.del(id)
    await expect(webhookEndpoints.retrieve(id)).rejects.toThrow('No such webhook endpoint')
  })

  test('rejects an address without a scheme', async () => {
    await expect(
      account.stripe.webhookEndpoints.create({ url: 'site.example', enabled_events: ['invoice.paid'] }),
    ).rejects.toThrow('Invalid URL')
  })
})
