import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { changePlan } from '#shared/contract/subscriptions.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { stripeEventRepository } from '#services/payments/stripe-event.repository.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import {
  type PlanChange,
  type PlanChangeGateway,
  planChangeGateway,
  type PlanChangeOutcome,
} from '#services/payments/stripe/plan-changes.ts'
import type { PendingConfirmation } from '#services/payments/stripe/pending-changes.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { subscriptionRepository } from '../subscription.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const pricedAt = '2027-03-01T09:58:00.000Z'
const periodEnd = Date.parse('2027-03-20T00:00:00Z') / 1000

interface Facts {
  readonly plan?: SubscriptionPlan
  readonly changes?: Partial<ProviderSubscription>
  /** The amount that Stripe would charge now. `undefined` if the credit is outdated. */
  readonly amountDueMinor?: number | undefined
  readonly outcome?: PlanChangeOutcome
  /** The confirmation that an earlier change waits for. */
  readonly pending?: PendingConfirmation
  /** The plan that Stripe reports after the attempt. */
  readonly planAfter?: SubscriptionPlan
  /** The subscription ends immediately after the charge, for example by a withdrawal on another device. */
  readonly endsAfterCharge?: boolean
}

const member = async (facts: Facts = {}) => {
  const { plan = 'monthly', changes = {}, outcome = 'changed' } = facts
  const world = inMemory({ now })
  const caller = await world.account({ plan, stripeCustomerId: 'cus_1' })
  const made: string[] = []
  /** The changes that were priced or charged, in order. */
  const requested: PlanChange[] = []
  let current = plan
  let status: ProviderSubscription['status'] = 'active'
  const subscription = (): ProviderSubscription => ({
    id: `sub_${caller.userId}`,
    status,
    plan: current,
    cancelAtPeriodEnd: false,
    cancelAtEpochSeconds: null,
    periodEndEpochSeconds: periodEnd,
    createdEpochSeconds: periodEnd - 40 * 24 * 3600,
    ...changes,
  })
  const amountDueMinor = 'amountDueMinor' in facts ? facts.amountDueMinor : 52_500
  const stripe: StripeGateway = {
    ...stripeGateway,
    listSubscriptions: async () => [subscription()],
    listInvoices: async () => [],
  }
  const planChanges: PlanChangeGateway = {
    ...planChangeGateway,
    priceImmediateChange: async (change) => {
      requested.push(change)
      current = facts.planAfter ?? current
      return amountDueMinor === undefined
        ? undefined
        : {
            currency: 'gbp',
            amountDueMinor,
            creditMinor: 2500,
            periodMinor: 55_000,
            periodEndEpochSeconds: 0,
          }
    },
    changePlanNow: async (change) => {
      requested.push(change)
      made.push(`charge for ${change.plan}`)
      if (outcome === 'changed') current = change.plan
      if (facts.endsAfterCharge === true) status = 'canceled'
      return outcome
    },
    schedulePlan: async (_id, wanted) => {
      made.push(`schedule ${wanted}`)
      return periodEnd
    },
    findPendingConfirmation: async () => facts.pending,
    cancelPlanChange: async () => void made.push('cancel change'),
  }
  const deps = {
    stripe,
    planChanges,
    subscriptions: subscriptionRepository(world.table),
    events: stripeEventRepository(world.table),
    siteUrl: 'https://site.example',
  }
  const change = (body: object) => callInMemory(changePlan, handle, { caller, body, now }, deps)
  return { made, requested, subscriptionId: subscription().id, change }
}

const confirmed = { pricedAt, amountDueMinor: 52_500 }
const rejected = (code: string, status = 409) => ({ status, body: { error: { code } } })

describe('change-plan', () => {
  test('charges the confirmed amount once, even when it is sent again', async () => {
    const { made, change } = await member()
    for (let i = 0; i < 2; i += 1)
      expect(await change({ plan: 'annual', confirmed })).toEqual({
        status: 200,
        body: { plan: 'annual', startsAt: null, confirmation: null },
      })
    expect(made).toEqual(['charge for annual', 'cancel change'])
  })

  test('prices and charges the change of this subscription at the time of its preview', async () => {
    const { requested, subscriptionId, change } = await member()
    await change({ plan: 'annual', confirmed })
    const pricedAtEpochSeconds = Date.parse(pricedAt) / 1000
    const expected = { subscriptionId, plan: 'annual', pricedAtEpochSeconds }
    expect(requested).toEqual([expected, expected])
  })

  test('schedules monthly for the end of the paid year, without a charge', async () => {
    const { made, change } = await member({ plan: 'annual' })
    expect(await change({ plan: 'monthly' })).toEqual({
      status: 200,
      body: { plan: 'monthly', startsAt: '2027-03-20T00:00:00.000Z', confirmation: null },
    })
    expect(made).toEqual(['schedule monthly'])
  })

  test('cancels a scheduled change when asked for the current plan', async () => {
    const { made, change } = await member({ plan: 'annual' })
    expect(await change({ plan: 'annual' })).toMatchObject({ status: 200, body: { startsAt: null } })
    expect(made).toEqual(['cancel change'])
  })

  test.each([
    ['no amount was confirmed', undefined],
    ['another amount was confirmed', { ...confirmed, amountDueMinor: 100 }],
    ['the preview is old', { ...confirmed, pricedAt: '2027-03-01T09:00:00.000Z' }],
    ['the preview names a time to come', { ...confirmed, pricedAt: '2027-03-01T11:00:00.000Z' }],
  ])('charges nothing when %s', async (_reason, sent) => {
    const { made, change } = await member()
    expect(await change({ plan: 'annual', confirmed: sent })).toMatchObject(rejected('amount_changed'))
    expect(made).toEqual([])
  })

  test.each<[string, Facts]>([
    ['the credit is outdated', { amountDueMinor: undefined }],
    ['Stripe finds the credit outdated', { outcome: 'outdated' }],
  ])('asks for another confirmation when %s', async (_reason, facts) => {
    const { change } = await member(facts)
    expect(await change({ plan: 'annual', confirmed })).toMatchObject(rejected('amount_changed'))
  })

  test('succeeds when a concurrent request has changed the plan', async () => {
    const { made, change } = await member({ amountDueMinor: undefined, planAfter: 'annual' })
    expect(await change({ plan: 'annual', confirmed })).toMatchObject({ status: 200 })
    expect(made).toEqual([])
  })

  test('confirms a change that was charged, even if the subscription ends immediately afterwards', async () => {
    const { made, change } = await member({ endsAfterCharge: true })
    expect(await change({ plan: 'annual', confirmed })).toMatchObject({
      status: 200,
      body: { plan: 'annual' },
    })
    expect(made).toEqual(['charge for annual'])
  })

  test('reports a declined card', async () => {
    const { change } = await member({ outcome: 'declined' })
    expect(await change({ plan: 'annual', confirmed })).toMatchObject(rejected('payment_declined', 402))
  })

  const confirmation = { url: 'https://stripe.example/i/1', expiresAt: '2027-03-02T09:00:00.000Z' }

  test("returns where to confirm a payment that the caller's bank asks about", async () => {
    const { change } = await member({ outcome: confirmation })
    expect(await change({ plan: 'annual', confirmed })).toEqual({
      status: 200,
      body: { plan: 'annual', startsAt: null, confirmation },
    })
  })

  test('returns the same page while an earlier change waits, and charges nothing more', async () => {
    const { made, change } = await member({ changes: { hasPendingChange: true }, pending: confirmation })
    for (const sent of [confirmed, { ...confirmed, amountDueMinor: 52_400 }])
      expect(await change({ plan: 'annual', confirmed: sent })).toMatchObject({ body: { confirmation } })
    expect(made).toEqual([])
    expect(await change({ plan: 'monthly' })).toMatchObject({ body: { confirmation: null } })
    expect(made).toEqual(['cancel change'])
  })

  test.each<[Partial<ProviderSubscription>, string]>([
    [{ status: 'past_due' }, 'payment_due'],
    [{ isPaused: true }, 'payment_disputed'],
    [{ cancelAtPeriodEnd: true }, 'subscription_ending'],
    [{ status: 'canceled' }, 'not_subscribed'],
    [
      {
        withdrawal: {
          state: 'started',
          refundMinor: 5000,
          transferMinor: 0,
          refundedMinor: 0,
          invoiceId: 'in_1',
        },
      },
      'not_subscribed',
    ],
  ])('changes nothing for a subscription with %j', async (changes, code) => {
    const { made, change } = await member({ changes })
    for (const body of [{ plan: 'annual', confirmed }, { plan: 'monthly' }])
      expect(await change(body)).toMatchObject(rejected(code))
    expect(made).toEqual([])
  })
})
