import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { startRequestVersion } from '#shared/values/start-request.ts'
import { at, down, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeCharge } from '#test/kit/in-memory/stripe-objects.ts'
import type { NewCheckout } from './checkout-sessions.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const aStripeSession = (changes: object = {}) => ({
  id: 'cs_1',
  mode: 'payment',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 5000,
  currency: 'gbp',
  created: 1_800_000_000,
  client_reference_id: 'user-1',
  customer: 'cus_1',
  subscription: null,
  customer_details: { email: 'payer@people.example' },
  customer_email: null,
  url: 'https://checkout.example/cs_1',
  payment_intent: null,
  consent: null,
  metadata: {},
  ...changes,
})

const aCheckout = (changes: Partial<NewCheckout> = {}): NewCheckout => ({
  buyer: { userId: 'user-1', customerId: 'cus_1' },
  plan: 'one-time',
  siteUrl: 'https://site.example',
  ...changes,
})

const prices = { list: () => listOf([{ id: 'price_1', metadata: { tax_rate: 'txr_1' } }]) }

/** Replaces Stripe with a stand-in that creates sessions. Returns the requests. */
const withSessions = (create: () => unknown = () => aStripeSession()) => {
  const made: { params: object; options: object | undefined }[] = []
  const sessions = {
    create: async (params: object, options?: object) => {
      made.push({ params, options })
      return create()
    },
  }
  at({ prices, checkout: { sessions } })
  return made
}

describe('the price of a plan', () => {
  test('is looked up once, and must be active', async () => {
    // The price is stored for the life of the module.
    vi.resetModules()
    const { checkoutSessionRequests } = await import('./checkout-sessions.ts')
    const made = withSessions()
    at({ ...standIn.resources, prices: { list: () => listOf([]) } })
    await expect(checkoutSessionRequests.openCheckout(aCheckout())).rejects.toThrow('advice_pass')
    const queries: object[] = []
    const list = (query: object) => {
      queries.push(query)
      return prices.list()
    }
    at({ ...standIn.resources, prices: { list } })
    await checkoutSessionRequests.openCheckout(aCheckout())
    expect(queries).toEqual([{ lookup_keys: ['advice_pass'], active: true, limit: 1 }])
    at({ ...standIn.resources, prices: { list: down } })
    await checkoutSessionRequests.openCheckout(aCheckout())
    const line_items = [{ price: 'price_1', quantity: 1, tax_rates: ['txr_1'] }]
    expect(made.map(({ params }) => params)).toMatchObject([{ line_items }, { line_items }])
  })
})

describe('a payment page', () => {
  const wording = startRequestVersion
  const opened = async (changes: Partial<NewCheckout>) => {
    const made = withSessions()
    await stripeGateway.openCheckout(aCheckout(changes))
    return made[0]
  }

  test.each<[string, Partial<NewCheckout>, string, object]>([
    ['a pass', {}, 'payment', { user_id: 'user-1', kind: 'pass' }],
    ['a pass of a guest', { buyer: undefined }, 'payment', { kind: 'guest-pass' }],
    [
      'more minutes of a guest',
      { buyer: undefined, extendsSessionId: 'cs_0' },
      'payment',
      { kind: 'guest-pass', extends: 'cs_0' },
    ],
    [
      'a subscription',
      { plan: 'annual' },
      'subscription',
      { user_id: 'user-1', kind: 'subscription', plan: 'annual' },
    ],
  ])('for %s records what is bought', async (_title, changes, mode, metadata) => {
    expect((await opened(changes))?.params).toMatchObject({ mode, metadata: { ...metadata, wording } })
  })

  test('belongs to the customer, and a guest has none', async () => {
    expect((await opened({}))?.params).toMatchObject({ customer: 'cus_1', client_reference_id: 'user-1' })
    const guest = (await opened({ buyer: undefined }))?.params
    expect(guest).not.toHaveProperty('customer')
    expect(guest).not.toHaveProperty('client_reference_id')
  })

  test('takes only cards for a subscription, and invoices a pass', async () => {
    expect((await opened({ plan: 'monthly' }))?.params).toMatchObject({
      allowed_payment_method_types: ['card'],
      subscription_data: { metadata: { plan: 'monthly' } },
    })
    expect((await opened({}))?.params).toMatchObject({
      invoice_creation: { enabled: true, invoice_data: { metadata: { kind: 'pass' } } },
      payment_intent_data: { metadata: { kind: 'pass' } },
    })
  })

  test('names the tax rate of the price, without the automatic tax of Stripe', async () => {
    const automatic_tax = { enabled: false }
    const annual = (await opened({ plan: 'annual' }))?.params
    // The line of a subscription takes no rate of its own beside the default rates.
    expect(annual).toHaveProperty('line_items', [{ price: 'price_1', quantity: 1 }])
    expect(annual).toMatchObject({
      automatic_tax,
      subscription_data: { default_tax_rates: ['txr_1'] },
    })
    expect((await opened({ buyer: undefined }))?.params).toMatchObject({
      automatic_tax,
      line_items: [{ price: 'price_1', tax_rates: ['txr_1'] }],
    })
  })

  test('is opened without a tax rate until a price names one', async () => {
    vi.resetModules()
    const { checkoutSessionRequests } = await import('./checkout-sessions.ts')
    const made = withSessions()
    at({ ...standIn.resources, prices: { list: () => listOf([{ id: 'price_1', metadata: {} }]) } })
    await checkoutSessionRequests.openCheckout(aCheckout())
    await checkoutSessionRequests.openCheckout(aCheckout({ plan: 'annual' }))
    expect(JSON.stringify(made)).not.toMatch(/tax_rates/)
  })

  test('is created once for a key', async () => {
    const keyOf = async (changes: Partial<NewCheckout>) => {
      const options = (await opened({ idempotencyKey: 'key-1', ...changes }))?.options
      return options && Reflect.get(options, 'idempotencyKey')
    }
    const key = await keyOf({})
    expect(key).toMatch(/^key-1:[0-9a-f]{16}$/)
    expect(await keyOf({})).toBe(key)
    // Stripe rejects a repeated key with other parameters.
    expect(await keyOf({ buyer: { userId: 'user-1', customerId: 'cus_2' } })).not.toBe(key)
    expect((await opened({}))?.options).toBeUndefined()
  })

  test('of a customer that is missing at Stripe is an error of the payment provider', async () => {
    withSessions(missing)
    const open = () => stripeGateway.openCheckout(aCheckout())
    await expect(open()).rejects.toMatchObject({ code: 'payment_provider_error' })
    withSessions(down)
    await expect(open()).rejects.toThrow('down')
  })
})

describe('a session', () => {
  const found = (changes: object = {}) => {
    at({ checkout: { sessions: { retrieve: async () => aStripeSession(changes) } } })
    return stripeGateway.findSession('cs_1')
  }

  test('has the buyer, the payment and the state', async () => {
    expect(await found({ metadata: { kind: 'guest-pass', extends: 'cs_0' } })).toEqual({
      id: 'cs_1',
      mode: 'payment',
      isOpen: true,
      isComplete: false,
      paid: false,
      isProcessing: false,
      reversal: undefined,
      amountMinor: 5000,
      currency: 'gbp',
      userId: 'user-1',
      customerId: 'cus_1',
      subscriptionId: null,
      invoiceId: null,
      email: 'payer@people.example',
      url: 'https://checkout.example/cs_1',
      paymentIntentId: null,
      startRequest: undefined,
      kind: 'guest-pass',
      extendsSessionId: 'cs_0',
    })
    const bare = { mode: 'subscription', amount_total: null, currency: null, customer_details: null }
    expect(await found({ ...bare, customer_email: 'given@people.example', metadata: null })).toMatchObject({
      mode: 'subscription',
      amountMinor: 0,
      currency: 'gbp',
      email: 'given@people.example',
      kind: undefined,
    })
  })

  const unpaid = { status: 'complete', payment_status: 'unpaid' }
  const intent = (status: string, charge: unknown = null) => ({
    payment_intent: { id: 'pi_1', status, latest_charge: charge },
  })

  test.each<[string, object, boolean]>([
    ['is processed when complete and unpaid', { ...unpaid, ...intent('processing') }, true],
    ['is processed when its payment is not expanded', { ...unpaid, payment_intent: 'pi_1' }, true],
    ['is processed without a payment of its own', unpaid, true],
    ['has failed when another method is needed', { ...unpaid, ...intent('requires_payment_method') }, false],
    ['has failed when the payment is cancelled', { ...unpaid, ...intent('canceled') }, false],
    ['is not processed while it is open', { ...unpaid, status: 'open' }, false],
    ['is not processed when it is paid', { ...unpaid, payment_status: 'paid' }, false],
  ])('%s', async (_title, changes, isProcessing) => {
    expect((await found(changes))?.isProcessing).toBe(isProcessing)
  })

  test.each<[string, object, string | undefined]>([
    ['accepted', { consent: { terms_of_service: 'accepted' }, metadata: { wording: 'v1' } }, 'v1'],
    ['not accepted', { consent: { terms_of_service: null }, metadata: { wording: 'v1' } }, undefined],
    ['not asked for', { consent: null, metadata: { wording: 'v1' } }, undefined],
    ['accepted without a wording', { consent: { terms_of_service: 'accepted' } }, undefined],
  ])('has the request for a start only if the terms are %s', async (_title, changes, wording) => {
    expect((await found(changes))?.startRequest?.wording).toBe(wording)
  })

  test('has the request for a start at the time of the charge, else of the page', async () => {
    const accepted = { consent: { terms_of_service: 'accepted' }, metadata: { wording: 'v1' } }
    const atTime = async (changes: object) => (await found({ ...accepted, ...changes }))?.startRequest?.at
    const charge = aStripeCharge({ created: 1_800_000_060 })
    expect(await atTime(intent('succeeded', charge))).toBe(new Date(1_800_000_060_000).toISOString())
    for (const changes of [{}, { payment_intent: 'pi_1' }, intent('succeeded', 'ch_1')])
      expect(await atTime(changes)).toBe(new Date(1_800_000_000_000).toISOString())
  })

  test('is not found when it does not exist at Stripe, unlike after a failure of Stripe', async () => {
    at({ checkout: { sessions: { retrieve: missing } } })
    expect(await stripeGateway.findSession('cs_1')).toBeUndefined()
    at({ checkout: { sessions: { retrieve: down } } })
    await expect(stripeGateway.findSession('cs_1')).rejects.toThrow('down')
  })

  test('is expired only while it is open', async () => {
    for (const [status, ids] of [
      ['open', ['cs_1']],
      ['complete', []],
    ] as const) {
      const expired: string[] = []
      const expire = async (id: string) => {
        expired.push(id)
        return aStripeSession({ status: 'expired' })
      }
      at({ checkout: { sessions: { retrieve: async () => aStripeSession({ status }), expire } } })
      expect((await stripeGateway.expireSession('cs_1')).isOpen).toBe(false)
      expect(expired).toEqual(ids)
    }
  })

  test('is found by its payment', async () => {
    const sessions = [
      { id: 'cs_6', payment_intent: 'pi_0' },
      { id: 'cs_7', payment_intent: 'pi_1' },
    ]
    /** Stripe applies only the filters that it is given. */
    const list = ({ payment_intent: paid }: { payment_intent?: string }) =>
      listOf(sessions.filter(({ payment_intent }) => paid === undefined || paid === payment_intent))
    at({ checkout: { sessions: { list, retrieve: async (id: string) => aStripeSession({ id }) } } })
    expect((await stripeGateway.findSessionByPayment('pi_1'))?.id).toBe('cs_7')
    expect(await stripeGateway.findSessionByPayment('pi_2')).toBeUndefined()
  })
})
