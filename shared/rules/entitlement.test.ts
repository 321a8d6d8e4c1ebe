import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doublesOf, entitlementOf, noEntitlement, type ProviderSubscription } from './entitlement.ts'

const now = new Date('2027-03-01T12:00:00Z')
const inSeconds = (seconds: number) => now.getTime() / 1000 + seconds

const aSubscription = (changes: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  status: 'active',
  plan: 'monthly',
  cancelAtPeriodEnd: false,
  cancelAtEpochSeconds: null,
  periodEndEpochSeconds: inSeconds(1000),
  createdEpochSeconds: inSeconds(-1000),
  ...changes,
})

test('nobody who never bought is entitled to anything', () => {
  expect(entitlementOf([], now)).toEqual(noEntitlement)
})

test.each(['past_due', 'unpaid', 'incomplete', 'incomplete_expired', 'canceled', 'paused', 'trialing'])(
  'only an active subscription gives access: not one that is %s',
  (status) => {
    expect(entitlementOf([aSubscription({ status })], now).subscribed).toBe(false)
  },
)

test.each([
  ['by the period', { cancelAtPeriodEnd: true }, 1000],
  ['by a date', { cancelAtEpochSeconds: inSeconds(500) }, 500],
])('a cancellation %s keeps access to the end', (_shape, change, seconds) => {
  const entitlement = entitlementOf([aSubscription(change)], now)
  expect(entitlement).toMatchObject({ subscribed: true, cancelling: true })
  expect(entitlement.endsAt).toBe(new Date(inSeconds(seconds) * 1000).toISOString())
})

test('a subscription whose last day has come gives nothing, even before the provider says so', () => {
  expect(entitlementOf([aSubscription({ cancelAtEpochSeconds: inSeconds(0) })], now).subscribed).toBe(false)
})

test('a new subscription counts beside one that ended', () => {
  const ended = aSubscription({ id: 'sub_old', status: 'canceled', createdEpochSeconds: inSeconds(-9000) })
  expect(entitlementOf([ended, aSubscription()], now)).toMatchObject({
    subscribed: true,
    subscriptionId: 'sub_1',
  })
})

test('of two active subscriptions the older stays and the younger is a double', () => {
  const younger = aSubscription({ id: 'sub_2', createdEpochSeconds: inSeconds(-10) })
  expect(entitlementOf([younger, aSubscription()], now).subscriptionId).toBe('sub_1')
  expect(doublesOf([younger, aSubscription()]).map(({ id }) => id)).toEqual(['sub_2'])
})

const anySubscription = fc.record({
  id: fc.string({ minLength: 1, maxLength: 8 }),
  status: fc.constantFrom('active', 'past_due', 'canceled', 'incomplete', 'unpaid'),
  plan: fc.constantFrom('monthly' as const, 'annual' as const, null),
  cancelAtPeriodEnd: fc.boolean(),
  cancelAtEpochSeconds: fc.option(fc.integer({ min: 1, max: 4_000_000_000 })),
  periodEndEpochSeconds: fc.integer({ min: 1, max: 4_000_000_000 }),
  createdEpochSeconds: fc.integer({ min: 1, max: 4_000_000_000 }),
})

test('the order in which the provider lists subscriptions changes nothing', () => {
  const lists = fc.uniqueArray(anySubscription, { selector: ({ id }) => id, maxLength: 5 })
  fc.assert(
    fc.property(lists, (list) => {
      expect(entitlementOf(list.toReversed(), now)).toEqual(entitlementOf(list, now))
      expect(doublesOf(list.toReversed())).toEqual(doublesOf(list))
    }),
  )
})
