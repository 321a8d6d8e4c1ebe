import { afterEach, describe, expect, test } from 'vitest'
import { prices } from '#local/cloud/prices.ts'
import { idOf, openTestAccount, subscribe, type TestAccount } from '#local/stripe/testing/test-account.ts'
import { handledEventTypes } from '#services/stripe-events/event-types.ts'
import { planFacts, plans } from '#shared/values/plans.ts'
import { stripeApiVersion } from '#platform/stripe.ts'
import type { StripeOptions } from './options.ts'
import { run, setUp } from './run.ts'
import type { SecretStore } from './secret-store.ts'
import { sampleOptions as options } from './testing/sample-options.ts'

const generated = 'generated-by-cloudformation'
const url = `${options.site}/webhooks/stripe`

let account: TestAccount
afterEach(() => account.close())

const secretIn = (values: string[]): SecretStore => ({
  name: 'the secret',
  read: () => Promise.resolve(values.at(-1) ?? ''),
  write: (value) => {
    values.push(value)
    return Promise.resolve()
  },
})

/** Opens an account and returns functions that set it up and check it, with the values of the secret. */
const open = async (definitions: Parameters<typeof openTestAccount>[0] = []) => {
  account = await openTestAccount(definitions)
  const values = [generated]
  const secrets = secretIn(values)
  // Payment pages do not count: one is opened to see whether Stripe asks for the terms, and expires immediately.
  const changes = () =>
    account.calls.filter(({ action }) => /^(?!checkout).*(?:create|update|del)/.test(action)).length
  return {
    values,
    changes,
    apply: (more: Partial<StripeOptions> = {}) => setUp(account.stripe, { ...options, ...more }, secrets),
    check: () => setUp(account.stripe, { ...options, check: true }, secrets),
  }
}

const endpoints = async () => (await account.stripe.webhookEndpoints.list()).data

describe('set-up of a Stripe account', () => {
  test('of an empty account creates what the service needs', async () => {
    const { values, apply } = await open()
    expect(await apply()).toMatchObject({ isComplete: true })
    for (const plan of plans) {
      const { lookupKey, priceMinor } = planFacts[plan]
      const { data } = await account.stripe.prices.list({ lookup_keys: [lookupKey] })
      expect(data).toMatchObject([
        { unit_amount: priceMinor, currency: 'gbp', tax_behavior: 'inclusive', product: lookupKey },
      ])
    }
    expect(await endpoints()).toMatchObject([
      { url, api_version: stripeApiVersion, enabled_events: handledEventTypes, status: 'enabled' },
    ])
    expect(values).toEqual([generated, expect.stringMatching(/^whsec_\w+$/)])
  })

  test('changes nothing the second time', async () => {
    const { apply, check, changes, values } = await open()
    await apply()
    const before = changes()
    expect((await apply()).text).toContain('has everything that the API can set up')
    expect(await check()).toMatchObject({ isComplete: true })
    expect([changes(), values.length]).toEqual([before, 2])
  })

  test('is checked without any change', async () => {
    const { check, changes, values } = await open()
    const { text, isComplete } = await check()
    expect(isComplete).toBe(false)
    expect(text).toContain('Price advice_monthly does not exist')
    expect(text).toContain(`Webhook endpoint ${url} with API version ${stripeApiVersion} does not exist`)
    expect(text).toContain(
      'features.customer_update.allowed_updates is ["email","address","tax_id"], not ["tax_id"]',
    )
    expect([changes(), values]).toEqual([0, [generated]])
  })

  test('finds the prices of the local cloud correct', async () => {
    const { check } = await open(prices)
    const { text } = await check()
    expect(text).not.toMatch(/Price|Product/)
  })

  test('replaces a price of another amount and moves its lookup key', async () => {
    const { apply, check } = await open(
      prices.map((one) => (one.lookupKey === 'advice_annual' ? { ...one, unitAmount: 49_900 } : one)),
    )
    const [old] = (await account.stripe.prices.list({ lookup_keys: ['advice_annual'] })).data
    expect((await check()).text).toContain('unit_amount is 49900, not 55000')
    await apply()
    const { data } = await account.stripe.prices.list({ lookup_keys: ['advice_annual'] })
    expect(data).toMatchObject([{ unit_amount: 55_000, product: old?.product }])
    expect(await account.stripe.prices.retrieve(old?.id ?? '')).toMatchObject({ active: true })
  })

  test('renames a product and activates a price', async () => {
    const { apply, check } = await open(prices)
    const [price] = (await account.stripe.prices.list({ lookup_keys: ['advice_pass'] })).data
    await account.stripe.prices.update(price?.id ?? '', { active: false })
    await account.stripe.products.update(idOf(price?.product), { name: 'Another name' })
    await apply()
    expect(await check()).toMatchObject({ isComplete: true })
  })

  test('corrects the events of an endpoint', async () => {
    const { apply, check } = await open()
    await apply()
    const [endpoint] = await endpoints()
    const enabled_events = [
      ...handledEventTypes.filter((type) => type !== 'invoice.paid'),
      'invoice.upcoming' as const,
    ]
    await account.stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events, disabled: true })
    const { text } = await check()
    expect(text).toContain('it is disabled; it sends invoice.upcoming, which the service ignores')
    expect(text).toContain('it does not send invoice.paid')
    await apply()
    expect(await check()).toMatchObject({ isComplete: true })
  })
})

describe('signing secret', () => {
  test('is not lost: an endpoint whose secret cannot be stored is deleted again', async () => {
    await open()
    const secrets: SecretStore = {
      name: 'the secret',
      read: () => Promise.resolve(generated),
      write: () => Promise.reject(new Error('Access denied')),
    }
    await expect(setUp(account.stripe, options, secrets)).rejects.toThrow(/deleted again: Access denied/)
    expect(await endpoints()).toEqual([])
  })

  test('must be accessible before anything is changed', async () => {
    const { changes } = await open()
    const secrets: SecretStore = {
      name: 'the secret',
      read: () => Promise.reject(new Error('Unable to locate credentials')),
      write: () => Promise.resolve(),
    }
    await expect(setUp(account.stripe, options, secrets)).rejects.toThrow('Unable to locate credentials')
    expect(changes()).toBe(0)
  })

  test('of a run that stopped halfway is replaced with its endpoint', async () => {
    const { apply, check, values } = await open()
    account.clock.set(new Date(Date.now() - 6 * 60_000))
    await account.stripe.webhookEndpoints.create({
      url,
      enabled_events: [...handledEventTypes],
      api_version: stripeApiVersion,
      metadata: { signing_secret: 'pending' },
    })
    await apply()
    expect(values).toHaveLength(2)
    expect(await endpoints()).toHaveLength(1)
    expect(await check()).toMatchObject({ isComplete: true })
  })

  test('of an endpoint created by hand must be stored by hand', async () => {
    const { apply, check, values } = await open()
    const { id } = await account.stripe.webhookEndpoints.create({
      url,
      enabled_events: [...handledEventTypes],
      api_version: stripeApiVersion,
    })
    const { text, isComplete } = await apply()
    expect(isComplete).toBe(false)
    expect(text).toContain(`https://dashboard.stripe.com/test/webhooks/${id}`)
    // `npm run ops -- rotate` keeps the former value behind the new one.
    values.push(`whsec_by_hand,${generated}`)
    expect(await check()).toMatchObject({ isComplete: true })
  })

  test('is kept beside the new one until the endpoint of an earlier API version is deleted', async () => {
    const { apply, check, values } = await open()
    values.push('whsec_old')
    await account.stripe.webhookEndpoints.create({
      url,
      enabled_events: ['invoice.paid'],
      api_version: '2025-09-30.clover',
    })
    await apply()
    expect(values.at(-1)).toMatch(/^whsec_\w+,whsec_old$/)
    const reminder = await apply()
    expect(reminder.isComplete).toBe(false)
    expect(reminder.text).toContain('--delete-old-endpoints')
    await apply({ deletesOldEndpoints: true })
    expect(await endpoints()).toMatchObject([{ api_version: stripeApiVersion }])
    expect(await check()).toMatchObject({ isComplete: true })
  })
})

describe('settings of the Dashboard', () => {
  test('contain the address of the terms, or the check fails', async () => {
    const { apply, check } = await open(prices)
    expect((await apply()).text).toContain(`✓ Terms of service: ${options.site}/terms`)
    expect((await account.stripe.checkout.sessions.list({ status: 'open' })).data).toEqual([])
    account.emulator.configure({ termsUrl: null })
    const { text, isComplete } = await check()
    expect(text).toContain(`✗ Terms of service: ${options.site}/terms`)
    expect(isComplete).toBe(false)
  })

  /** Opens an account with a subscription that runs out of retries. */
  const openAfterRetries = async (afterRetries: 'canceled' | 'unpaid' | 'past_due') => {
    const { check } = await open([
      { lookupKey: 'monthly', unitAmount: 5000, currency: 'gbp', interval: 'month', productName: 'Monthly' },
    ])
    account.clock.set(new Date('2030-01-31T12:00:00Z'))
    account.emulator.configure({ afterRetries })
    const { customer } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    account.clock.set(new Date('2030-04-20T12:00:00Z'))
    return check()
  }

  test.each([
    ['canceled', '✓ Retries', 'Stripe cancelled sub_'],
    ['unpaid', '✗ Retries', 'became unpaid after its last retry'],
    ['past_due', '✗ Retries', 'stays past due without another retry'],
  ] as const)('show by their effect that subscriptions become %s', async (outcome, mark, evidence) => {
    const { text } = await openAfterRetries(outcome)
    expect(text).toContain(mark)
    expect(text).toContain(evidence)
    expect(text).toContain('https://dashboard.stripe.com/test/settings/billing/automatic')
  })

  test('fail the check when their effect contradicts them', async () => {
    const { apply, check } = await open(prices)
    await apply()
    expect(await check()).toMatchObject({ isComplete: true })
    account.clock.set(new Date('2030-01-31T12:00:00Z'))
    account.emulator.configure({ afterRetries: 'unpaid' })
    const customer = await account.stripe.customers.create({ email: 'a@customer.example' })
    account.emulator.setCard(customer.id, 'ok')
    account.emulator.startSubscription(customer.id, 'advice_monthly')
    account.emulator.setCard(customer.id, 'decline')
    account.clock.set(new Date('2030-04-20T12:00:00Z'))
    expect(await check()).toMatchObject({ isComplete: false })
  })
})

describe('stripe command', () => {
  test('sets up the emulator of a local cloud', async () => {
    await open(prices)
    const args = ['--stage', 'local', '--api-base', account.emulator.url]
    const report = await run(args, { STRIPE_SECRET_KEY: 'sk_test_local' })
    expect(report).toMatchObject({ isComplete: true })
    expect(await endpoints()).toMatchObject([{ url: 'http://localhost:3000/webhooks/stripe' }])
  })

  test('says that the key is rejected, before it changes anything', async () => {
    const { changes } = await open(prices)
    const args = ['--stage', 'local', '--api-base', account.emulator.url]
    await expect(run(args, { STRIPE_SECRET_KEY: 'sk_test_other' })).rejects.toThrow(
      'Stripe rejected STRIPE_SECRET_KEY',
    )
    expect(changes()).toBe(0)
  })

  test('says that no local cloud is running', async () => {
    await open(prices)
    const { url: address } = account.emulator
    await account.emulator.close()
    const args = ['--stage', 'local', '--site', address]
    await expect(run(args, { STRIPE_SECRET_KEY: 'sk_test_local' })).rejects.toThrow(
      'No local cloud is running',
    )
  })

  test('says that there is no network', async () => {
    await open(prices)
    const address = account.emulator.url
    await account.emulator.close()
    const args = ['--stage', 'local', '--api-base', address]
    await expect(run(args, { STRIPE_SECRET_KEY: 'sk_test_local' })).rejects.toThrow('could not be reached')
  })
})
