import '#test/kit/in-memory/environment.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifySubscription } from '#shared/contract/subscriptions.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import type { Session } from '#services/payments/stripe/session.ts'
import { apiError } from '#test/kit/api-error.ts'
import { aSubscription, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle } from './handler.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Sends the success page's request. Stripe returns these states of the session one after the other. */
const verify = (...states: (Partial<Session> | undefined)[]) => verifyWith(aSubscription(), ...states)

const verifyWith = async (
  subscription: ProviderSubscription,
  ...states: (Partial<Session> | undefined)[]
) => {
  let reads = 0
  const subscriber = await subscriberInMemory({
    subscriptions: [subscription],
    stripe: {
      findSession: async (id) => {
        const state = states[Math.min(reads, states.length - 1)]
        reads += 1
        return state && { ...session, id, userId: subscriber.caller.userId, ...state }
      },
      findSubscription: async (id) => (id === subscription.id ? subscription : undefined),
    },
  })
  const reply = subscriber.call(verifySubscription, handle, { session_id: 'cs_test_1' })
  await vi.advanceTimersByTimeAsync(10_000)
  return { reply: await reply, reads, requests: subscriber.requests }
}

const session: Session = {
  id: '',
  mode: 'subscription',
  isOpen: false,
  isComplete: true,
  paid: true,
  isProcessing: false,
  reversal: undefined,
  amountMinor: 5000,
  currency: 'gbp',
  userId: null,
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  invoiceId: null,
  email: null,
  url: null,
  paymentIntentId: null,
  startRequest: undefined,
  kind: 'subscription',
  extendsSessionId: undefined,
}
const activated = { status: 200, body: { subscription_activated: true } }
const notActivated = { status: 200, body: { subscription_activated: false } }

describe('verify-subscription', () => {
  test('activates the subscription of the session with one read of it', async () => {
    expect(await verify({})).toMatchObject({ reply: activated, reads: 1 })
  })

  test('waits until Stripe has attached the subscription to its session', async () => {
    expect(await verify({ subscriptionId: null }, {})).toMatchObject({ reply: activated, reads: 2 })
  })

  test('stops waiting after four reads, and activates nothing', async () => {
    expect(await verify({ subscriptionId: null })).toMatchObject({
      reply: notActivated,
      reads: 4,
      requests: [],
    })
  })

  test('activates nothing while the page is not paid', async () => {
    const open = { isOpen: true, isComplete: false, paid: false, subscriptionId: null }
    expect((await verify(open)).reply).toEqual(notActivated)
  })

  test('does not wait for the subscription of a pass, which has none', async () => {
    expect(await verify({ mode: 'payment', subscriptionId: null })).toMatchObject({
      reply: notActivated,
      reads: 1,
    })
  })

  const withdrawal = { refundMinor: 1, transferMinor: 0, refundedMinor: 0, invoiceId: 'in_1' }
  const reversed = (reason: ReversalReason) => ({ reversal: { reason, amountMinor: 5000 } })
  test.each<[string, Partial<ProviderSubscription>, ReversalReason]>([
    ['is disputed', { isPaused: true, ...reversed('disputed') }, 'disputed'],
    ['was refunded', { status: 'canceled', ...reversed('refunded') }, 'refunded'],
    ['was lost', { status: 'canceled', ...reversed('dispute_lost') }, 'dispute_lost'],
    [
      'was refunded for a withdrawal',
      { status: 'canceled', withdrawal: { state: 'settled', ...withdrawal } },
      'refunded',
    ],
  ])('activates nothing and returns why for a payment that %s', async (_state, changes, reversal) => {
    const { reply } = await verifyWith(aSubscription(changes), {})
    expect(reply.body).toEqual({ subscription_activated: false, reversal })
  })

  test.each([
    ['has ended', 'canceled', 'ended'],
    ['has an unpaid renewal', 'past_due', 'payment_due'],
    ['is unpaid after the last attempt', 'unpaid', 'payment_due'],
    ['is not paid for yet', 'incomplete', undefined],
  ] as const)(
    'activates nothing and returns the state of a subscription that %s',
    async (_case, status, state) => {
      const { reply } = await verifyWith(aSubscription({ status }), {})
      expect(reply.body).toEqual({ subscription_activated: false, state })
    },
  )

  test('returns no reason for a subscription that Stripe does not find', async () => {
    const { reply } = await verifyWith(aSubscription({ status: 'canceled' }), { subscriptionId: 'sub_2' })
    expect(reply).toEqual(notActivated)
  })

  test.each([
    ['an unknown session', undefined],
    ["another account's session", { userId: 'somebody-else' }],
    ["a guest's session", { userId: null }],
  ])('returns not_found for %s and reads no subscription', async (_name, state) => {
    const { reply, requests } = await verify(state)
    expect(reply).toMatchObject(apiError('not_found'))
    expect(requests).toEqual([])
  })
})
