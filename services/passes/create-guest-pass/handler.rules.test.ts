import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { createGuestPass } from '#shared/contract/passes.ts'
import { planFacts } from '#shared/values/plans.ts'
import type { SubscriptionRecord } from '#platform/account/records.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { checkoutRepository } from '#services/payments/checkout.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import type { NewCheckout } from '#services/payments/stripe/checkout-sessions.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { applyPayment } from '../apply-payment.ts'
import { guestKeysFrom } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'
import { handle } from './handler.ts'

/** A Monday, when the chat opens at ten. */
const now = new Date('2027-03-01T10:00:00Z')
const beforeOpening = new Date('2027-03-01T09:59:59Z')
const guestKeys = guestKeysFrom(async () => 'secret')

const shop = (url: string | null = 'https://pay.example/1') => {
  const world = inMemory({ now })
  const opened: NewCheckout[] = []
  const amountMinor = planFacts['one-time'].priceMinor
  const open = { id: 'cs_test_new', isOpen: true, isComplete: false, url, amountMinor }
  let page = aPassSession(open)
  const deps = {
    customers: customerRepository(world.table),
    checkouts: checkoutRepository(world.table),
    passes: passRepository(world.table),
    guestKeys,
    stripe: {
      ...stripeGateway,
      preparePrice: async () => undefined,
      openCheckout: async (checkout: NewCheckout) => {
        opened.push(checkout)
        page = aPassSession({ ...open, customerId: checkout.buyer?.customerId ?? null })
        return page
      },
      findSession: async (id: string) => (id === page.id ? page : undefined),
    },
    siteUrl: 'https://site.example',
  }
  const buy = ({ caller, body = {}, at = now }: { caller?: Caller; body?: object; at?: Date } = {}) =>
    callInMemory(createGuestPass, handle, { caller: caller ?? null, body, now: at }, deps)
  return { world, deps, opened, buy }
}

describe('create-guest-pass', () => {
  test('opens the page of a new pass for a guest, and returns its key', async () => {
    const { buy, opened } = shop()
    expect(await buy()).toEqual({
      status: 200,
      body: { url: 'https://pay.example/1', guest_key: await guestKeys.keyOf('cs_test_new') },
    })
    expect(opened).toMatchObject([{ buyer: undefined, extendsSessionId: undefined }])
  })

  test('extends the usable pass of a guest key, but not a pass that is over', async () => {
    const { buy, opened, deps } = shop()
    await applyPayment(aPassSession(), deps, now)
    const guest_key = await guestKeys.keyOf('cs_test_1')
    expect(await buy({ body: { guest_key } })).toMatchObject({ body: { guest_key } })
    const afterExpiry = new Date('2027-04-01T10:00:00Z')
    expect(await buy({ body: { guest_key }, at: afterExpiry })).toMatchObject({
      body: { guest_key: await guestKeys.keyOf('cs_test_new') },
    })
    expect(opened.map(({ extendsSessionId }) => extendsSessionId)).toEqual(['cs_test_1', undefined])
  })

  test('opens the page of an account for its own customer', async () => {
    const { buy, opened, world } = shop()
    const caller = await world.account({ stripeCustomerId: 'cus_1' })
    expect(await buy({ caller })).toEqual({ status: 200, body: { url: 'https://pay.example/1' } })
    expect(opened).toMatchObject([{ buyer: { userId: caller.userId, customerId: 'cus_1' } }])
  })

  test('returns one page to an account, however often the request is sent', async () => {
    const { buy, opened, world } = shop()
    const caller = await world.account({ stripeCustomerId: 'cus_1' })
    const first = await buy({ caller })
    expect(first).toMatchObject({ status: 200 })
    expect(await buy({ caller })).toEqual(first)
    expect(opened).toHaveLength(1)
  })

  test('rejects members, who chat on their subscription', async () => {
    const { buy, opened, world } = shop()
    const caller = await world.account({ plan: 'monthly', stripeCustomerId: 'cus_1' })
    expect(await buy({ caller })).toMatchObject(apiError('already_subscribed'))
    expect(opened).toEqual([])
  })

  test.each<[string, Partial<SubscriptionRecord>, 'payment_due' | 'payment_disputed']>([
    ['is past due', { status: 'past_due' }, 'payment_due'],
    [
      'owes the invoice of an ended subscription',
      { status: 'canceled', balance_due_minor: 5000 },
      'payment_due',
    ],
    ['has a disputed payment', { disputed: true }, 'payment_disputed'],
    ['is past due, with a dispute of another month', { status: 'past_due', disputed: true }, 'payment_due'],
    [
      'has a disputed subscription, and owes the invoice of an earlier one',
      { status: 'active', disputed: true, balance_due_minor: 5000 },
      'payment_disputed',
    ],
  ])('rejects an account that %s', async (_title, changes, code) => {
    const { buy, opened, world } = shop()
    const member = await world.account({ plan: 'monthly', stripeCustomerId: 'cus_1' })
    if (member.subscription === undefined || member.subscriber === undefined) throw new Error('No member')
    const subscriber = { ...member.subscriber, subscribed: false }
    const caller = { ...member, subscriber, subscription: { ...member.subscription, ...changes } }
    expect(await buy({ caller })).toMatchObject({ status: 409, body: { error: { code } } })
    expect(opened).toEqual([])
  })

  test('sells nothing while the chat is closed', async () => {
    const { buy, opened, world } = shop()
    for (const caller of [undefined, await world.account({ stripeCustomerId: 'cus_1' })])
      expect(await buy({ ...(caller && { caller }), at: beforeOpening })).toMatchObject(
        apiError(
          'outside_business_hours',
          'One-time chat access is only available during business hours. Subscriptions are available 24/7.',
        ),
      )
    expect(opened).toEqual([])
  })

  test('asks a guest to wait when Stripe returns no page', async () => {
    expect(await shop(null).buy()).toMatchObject(apiError('payment_in_progress'))
  })
})
