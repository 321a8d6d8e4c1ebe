import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import {
  cancelSubscription,
  checkSubscription,
  previewPlanChange,
  resumeSubscription,
} from '#shared/contract/subscriptions.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { deleteRateCounters } from '#platform/http/delete-rate-counters.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { type AccountFacts, callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle as cancel } from './cancel-subscription/handler.ts'
import { handle as check } from './check-subscription/handler.ts'
import { handle as preview } from './preview-plan-change/handler.ts'
import { handle as resume } from './resume-subscription/handler.ts'

const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()
const end = iso(inDays(20))
const ended = aSubscription({ status: 'canceled', endedEpochSeconds: inDays(-1) })

describe('cancel-subscription', () => {
  test('cancels at the end of the period, once, however often it is sent', async () => {
    const { call, changes } = await subscriberInMemory({ subscriptions: [aSubscription()] })
    for (let i = 0; i < 2; i += 1)
      expect(await call(cancelSubscription, cancel)).toEqual({ status: 200, body: { subscription_end: end } })
    expect(changes()).toEqual(['cancel sub_1'])
  })

  test('cancels a subscription that staff have set to end after its next renewal', async () => {
    const subscriptions = [aSubscription({ cancelAtEpochSeconds: inDays(30) })]
    const { call, changes } = await subscriberInMemory({ subscriptions })
    expect(await call(cancelSubscription, cancel)).toEqual({ status: 200, body: { subscription_end: end } })
    expect(changes()).toEqual(['cancel sub_1'])
  })

  test('says that there is no subscription if it ends while it is cancelled', async () => {
    const { call, atStripe } = await subscriberInMemory({
      subscriptions: [aSubscription()],
      stripe: { scheduleCancellation: async () => void (atStripe.subscriptions = [ended]) },
    })
    expect(await call(cancelSubscription, cancel)).toMatchObject(apiError('not_subscribed'))
  })

  test('emails once about requests that overlap', async () => {
    const { call, caller, table } = await subscriberInMemory({ subscriptions: [aSubscription()] })
    await call(checkSubscription, check)
    const stored: unknown[] = []
    const transact = table.transact.bind(table)
    table.transact = async (...writes) => {
      const outcome = await transact(...writes)
      const isEmail = writes.some((write) => write.kind === 'put' && write.item['entity'] === 'email')
      if (isEmail && outcome.failedCondition === undefined) stored.push(writes)
      return outcome
    }
    forceOverlap(table, 5)
    const replies = await Promise.all(Array.from({ length: 5 }, () => call(cancelSubscription, cancel)))
    for (const reply of replies) expect(reply).toEqual({ status: 200, body: { subscription_end: end } })
    const emails = await table.listByIndex(keys.emailsTo(caller.profile.email, '').gsi1pk)
    const templates = emails.map((item) => outboxRecord.parse(item).content?.template)
    expect(templates.filter((template) => template === 'cancelled')).toHaveLength(1)
    expect(stored).toHaveLength(1)
  })

  test.each<[string, Partial<ProviderSubscription>]>([
    ['a scheduled change of plan', { scheduleId: 'sub_sched_1' }],
    ['a change of plan that waits for its payment', { hasPendingChange: true }],
  ])('first cancels %s', async (_name, state) => {
    const { call, changes } = await subscriberInMemory({ subscriptions: [aSubscription(state)] })
    await call(cancelSubscription, cancel)
    expect(changes().slice(0, 2)).toEqual(['cancel the change of sub_1', 'cancel sub_1'])
  })

  test.each<[string, AccountFacts]>([
    ['none of them', {}],
    ['the newer one', { plan: 'monthly' }],
  ])('cancels the older of two active ones if our record names %s', async (_named, account) => {
    const { call, changes, atStripe, caller } = await subscriberInMemory({ account })
    const newer = aSubscription({ id: caller.subscription?.stripe_subscription_id ?? 'sub_2' })
    const older = aSubscription({ createdEpochSeconds: newer.createdEpochSeconds - 60 })
    atStripe.subscriptions = [newer, older]
    await call(cancelSubscription, cancel)
    // The sync ends the newer one as a duplicate.
    expect(changes()).toEqual([
      'cancel sub_1',
      `mark ${newer.id} refund_due`,
      `end ${newer.id}`,
      `mark ${newer.id} settled`,
    ])
  })

  test('cancels the active subscription beside one that is past due', async () => {
    const { call, changes, atStripe } = await subscriberInMemory()
    atStripe.subscriptions = [aSubscription({ id: 'sub_2', status: 'past_due' }), aSubscription()]
    await call(cancelSubscription, cancel)
    expect(changes()).toContain('cancel sub_1')
  })
})

describe('resume-subscription', () => {
  test('removes the cancellation once, however often it is sent', async () => {
    const subscriptions = [aSubscription({ cancelAtPeriodEnd: true })]
    const { call, changes } = await subscriberInMemory({ subscriptions })
    for (let i = 0; i < 2; i += 1)
      expect(await call(resumeSubscription, resume)).toEqual({ status: 200, body: { subscription_end: end } })
    expect(changes()).toEqual(['resume sub_1'])
  })
})

describe('a request about a subscription', () => {
  test.each([
    ['had none', []],
    ['has had one that ended', [ended]],
  ])('is rejected for an account that %s, and changes nothing', async (_name, subscriptions) => {
    const { call, changes } = await subscriberInMemory({ subscriptions })
    const body = { plan: 'annual' }
    const replies = [
      await call(cancelSubscription, cancel),
      await call(resumeSubscription, resume),
      await call(previewPlanChange, preview, body),
    ]
    for (const reply of replies) expect(reply).toMatchObject(apiError('not_subscribed'))
    expect(changes()).toEqual([])
  })
})

describe('a request of an account without a customer', () => {
  test('makes no request to Stripe', async () => {
    const { deps, world, requests } = await subscriberInMemory({ subscriptions: [aSubscription()] })
    const caller = await world.account()
    const reply = await callInMemory(cancelSubscription, cancel, { caller, now }, deps)
    expect(reply).toMatchObject(apiError('not_subscribed'))
    expect(await callInMemory(checkSubscription, check, { caller, now }, deps)).toEqual({
      status: 200,
      body: { subscribed: false },
    })
    expect(requests).toEqual([])
  })
})

describe('check-subscription', () => {
  test('checks with Stripe 60 times a minute for one account, and then says how long to wait', async () => {
    const { call, caller, requests, table, world } = await subscriberInMemory({ subscriptions: [] })
    for (let count = 0; count < 60; count += 1)
      expect(await call(checkSubscription, check)).toEqual({ status: 200, body: { subscribed: false } })
    const sent = requests.length
    expect(await call(checkSubscription, check)).toMatchObject(apiError('rate_limited'))
    expect(requests).toHaveLength(sent)
    // The deletion of an account does this.
    await deleteRateCounters(table, { user: caller.userId, email: caller.profile.email })
    expect(world.database.all().filter(({ entity }) => entity?.['S'] === 'rate')).toEqual([])
  })

  test('makes no request to Stripe while our record gives access', async () => {
    const { call, requests } = await subscriberInMemory({ account: { plan: 'annual' } })
    expect(await call(checkSubscription, check)).toEqual({ status: 200, body: { subscribed: true } })
    expect(requests).toEqual([])
  })

  test('finds a paid subscription that our record does not show', async () => {
    const { call } = await subscriberInMemory({ subscriptions: [aSubscription()] })
    expect(await call(checkSubscription, check)).toEqual({ status: 200, body: { subscribed: true } })
  })

  test.each([
    ['has ended', ended],
    ['is past due', aSubscription({ status: 'past_due' })],
  ])('finds no access in a subscription that %s, however often it is asked', async (_name, subscription) => {
    const { call } = await subscriberInMemory({ subscriptions: [subscription] })
    for (let i = 0; i < 2; i += 1)
      expect(await call(checkSubscription, check)).toEqual({ status: 200, body: { subscribed: false } })
  })
})

describe('preview-plan-change', () => {
  const priced = { currency: 'gbp', amountDueMinor: 52_500, creditMinor: 2500, periodMinor: 55_000 }
  const periodEndEpochSeconds = inDays(365)

  test('states the charge of a change that starts immediately', async () => {
    const { call } = await subscriberInMemory({
      subscriptions: [aSubscription()],
      planChanges: { priceImmediateChange: async () => ({ ...priced, periodEndEpochSeconds }) },
    })
    expect(await call(previewPlanChange, preview, { plan: 'annual' })).toEqual({
      status: 200,
      body: {
        plan: 'annual',
        currency: 'gbp',
        isImmediate: true,
        startsAt: now.toISOString(),
        pricedAt: now.toISOString(),
        amountDueMinor: 52_500,
        creditMinor: 2500,
        nextChargeMinor: 55_000,
        nextChargeAt: iso(periodEndEpochSeconds),
      },
    })
  })

  test('states that a change at the end of the period charges nothing before', async () => {
    const { call } = await subscriberInMemory({
      subscriptions: [aSubscription({ plan: 'annual' })],
      planChanges: {
        priceFullPeriod: async () => ({ ...priced, periodMinor: 5000, periodEndEpochSeconds }),
      },
    })
    expect(await call(previewPlanChange, preview, { plan: 'monthly' })).toMatchObject({
      body: {
        isImmediate: false,
        amountDueMinor: 0,
        startsAt: end,
        nextChargeMinor: 5000,
        nextChargeAt: end,
      },
    })
  })

  test('rejects the current plan', async () => {
    const { call } = await subscriberInMemory({ subscriptions: [aSubscription()] })
    expect(await call(previewPlanChange, preview, { plan: 'monthly' })).toMatchObject(
      apiError('already_on_plan'),
    )
  })

  test.each<[Partial<ProviderSubscription>, 'payment_due' | 'payment_disputed' | 'subscription_ending']>([
    [{ status: 'past_due' }, 'payment_due'],
    [{ isPaused: true }, 'payment_disputed'],
    [{ cancelAtPeriodEnd: true }, 'subscription_ending'],
  ])('rejects a subscription with %j', async (changes, code) => {
    const { call } = await subscriberInMemory({ subscriptions: [aSubscription(changes)] })
    expect(await call(previewPlanChange, preview, { plan: 'annual' })).toMatchObject(apiError(code))
  })

  test('asks for a repeat when the subscription changed in the meantime', async () => {
    const { call } = await subscriberInMemory({
      subscriptions: [aSubscription()],
      planChanges: { priceImmediateChange: async () => undefined },
    })
    expect(await call(previewPlanChange, preview, { plan: 'annual' })).toMatchObject(
      apiError('payment_provider_error'),
    )
  })
})
