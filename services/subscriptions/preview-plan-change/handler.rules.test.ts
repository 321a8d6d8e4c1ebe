import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { previewPlanChange } from '#shared/contract/subscriptions.ts'
import type { PlanChange } from '#services/payments/stripe/plan-changes.ts'
import { apiError } from '#test/kit/api-error.ts'
import { aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle } from './handler.ts'

/** Connects a monthly member with a Stripe that prices the change. */
const member = async () => {
  const priced: PlanChange[] = []
  const { call, changes } = await subscriberInMemory({
    subscriptions: [aSubscription()],
    planChanges: {
      priceImmediateChange: async (change) => {
        priced.push(change)
        return {
          currency: 'gbp',
          amountDueMinor: 51_500,
          creditMinor: 3500,
          periodMinor: 55_000,
          periodEndEpochSeconds: inDays(365),
        }
      },
    },
  })
  const preview = (plan: 'monthly' | 'annual') => call(previewPlanChange, handle, { plan })
  return { preview, priced, changes }
}

describe('preview-plan-change', () => {
  test('returns the price at the time of each request, and changes nothing', async () => {
    const { preview, priced, changes } = await member()
    const first = await preview('annual')
    expect(first).toMatchObject({
      status: 200,
      body: { amountDueMinor: 51_500, creditMinor: 3500, pricedAt: now.toISOString() },
    })
    expect(await preview('annual')).toEqual(first)
    const change = { subscriptionId: 'sub_1', plan: 'annual', pricedAtEpochSeconds: now.getTime() / 1000 }
    expect(priced).toEqual([change, change])
    expect(changes()).toEqual([])
  })

  test('rejects the current plan', async () => {
    const { preview, priced } = await member()
    expect(await preview('monthly')).toMatchObject(apiError('already_on_plan'))
    expect(priced).toEqual([])
  })
})
