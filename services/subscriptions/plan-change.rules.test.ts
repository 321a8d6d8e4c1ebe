import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { brand } from '#shared/values/brand.ts'
import { isConfirmable, planChangeRejection, startsAtOnce } from './plan-change.ts'

const active: ProviderSubscription = {
  id: 'sub_1',
  status: 'active',
  plan: 'monthly',
  cancelAtPeriodEnd: false,
  cancelAtEpochSeconds: null,
  periodEndEpochSeconds: 1_900_000_000,
  createdEpochSeconds: 1_800_000_000,
}

describe('a change of plan', () => {
  test('starts immediately for annual and at the end of the period for monthly', () => {
    expect([startsAtOnce('annual'), startsAtOnce('monthly')]).toEqual([true, false])
  })

  test.each<[string, Partial<ProviderSubscription>, string | undefined]>([
    ['active', {}, undefined],
    ['past due', { status: 'past_due' }, 'payment_due'],
    ['unpaid', { status: 'unpaid' }, 'payment_due'],
    ['disputed', { reversal: { reason: 'disputed', amountMinor: 5000 } }, 'payment_disputed'],
    ['paused during a dispute', { isPaused: true }, 'payment_disputed'],
    ['refunded', { reversal: { reason: 'refunded', amountMinor: 5000 } }, 'not_subscribed'],
    ['cancelling', { cancelAtPeriodEnd: true }, 'subscription_ending'],
    ['cancelled in the portal', { cancelAtEpochSeconds: 1_900_000_000 }, 'subscription_ending'],
    ['being renewed', { latestInvoiceStatus: 'draft' }, 'payment_in_progress'],
    ['having its renewal charged', { latestInvoiceStatus: 'open' }, 'payment_in_progress'],
    ['renewed', { latestInvoiceStatus: 'paid' }, undefined],
    ['paid for after a dispute that voided a renewal', { latestInvoiceStatus: 'void' }, undefined],
    ['on trial', { status: 'trialing' }, 'not_subscribed'],
  ])('of a subscription that is %s', (_state, changes, code) => {
    expect(planChangeRejection({ ...active, ...changes })?.code).toBe(code)
  })

  test('is rejected with the end that staff have scheduled for after the next renewal: there is nothing to resume', () => {
    const endsLater = { ...active, cancelAtEpochSeconds: Date.parse('2030-07-03T09:00:00Z') / 1000 }
    expect(planChangeRejection(endsLater)).toMatchObject({
      code: 'subscription_ending',
      message: `We’ve set your subscription to end on 3 July 2030, so its plan can’t be changed here. If you’d like another plan, please email us at ${brand.supportEmail}.`,
    })
  })

  test('can be confirmed for 15 minutes, and never before it was previewed', () => {
    const pricedAt = new Date('2027-03-01T10:00:00Z')
    const after = (seconds: number) => isConfirmable(pricedAt, new Date(pricedAt.getTime() + seconds * 1000))
    expect([after(-1), after(0), after(900), after(901)]).toEqual([false, true, true, false])
  })
})
