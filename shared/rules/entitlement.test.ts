import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  duplicateSubscriptions,
  entitlementOf,
  type LateAccess,
  noEntitlement,
  type ProviderSubscription,
} from './entitlement.ts'

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

test('no subscriptions give no access', () => {
  expect(entitlementOf([], now)).toEqual(noEntitlement)
})

test.each(['past_due', 'unpaid', 'incomplete', 'incomplete_expired', 'canceled', 'paused', 'trialing'])(
  'a subscription with status %s gives no access',
  (status) => {
    expect(entitlementOf([aSubscription({ status })], now).subscribed).toBe(false)
  },
)

test.each([
  ['at the period end', { cancelAtPeriodEnd: true }, 1000],
  ['at a date', { cancelAtEpochSeconds: inSeconds(500) }, 500],
])('a cancellation %s keeps access until then', (_shape, change, seconds) => {
  const entitlement = entitlementOf([aSubscription(change)], now)
  expect(entitlement).toMatchObject({ subscribed: true, cancelling: true })
  expect(entitlement.endsAt).toBe(new Date(inSeconds(seconds) * 1000).toISOString())
})

test('an end after the next renewal is no cancellation yet: the renewal is charged', () => {
  const atRenewal = aSubscription({ cancelAtEpochSeconds: inSeconds(1000) })
  expect(entitlementOf([atRenewal], now)).toMatchObject({ cancelling: true })
  const later = entitlementOf([aSubscription({ cancelAtEpochSeconds: inSeconds(1001) })], now)
  expect(later).toMatchObject({ subscribed: true, cancelling: false })
  expect(later.endsAt).toBe(new Date(inSeconds(1000) * 1000).toISOString())
})

test('a subscription past its cancellation date gives no access, even while Stripe still reports it active', () => {
  expect(entitlementOf([aSubscription({ cancelAtEpochSeconds: inSeconds(0) })], now).subscribed).toBe(false)
})

test('an active subscription takes precedence over an ended one', () => {
  const ended = aSubscription({ id: 'sub_old', status: 'canceled', createdEpochSeconds: inSeconds(-9000) })
  expect(entitlementOf([ended, aSubscription()], now)).toMatchObject({
    subscribed: true,
    subscriptionId: 'sub_1',
  })
})

test('of two active subscriptions the newer one is the duplicate', () => {
  const newer = aSubscription({ id: 'sub_2', createdEpochSeconds: inSeconds(-10) })
  expect(entitlementOf([newer, aSubscription()], now).subscriptionId).toBe('sub_1')
  expect(duplicateSubscriptions([newer, aSubscription()]).map(({ id }) => id)).toEqual(['sub_2'])
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

test('the result does not depend on the order of the list', () => {
  const lists = fc.uniqueArray(anySubscription, { selector: ({ id }) => id, maxLength: 5 })
  fc.assert(
    fc.property(lists, (list) => {
      expect(entitlementOf(list.toReversed(), now)).toEqual(entitlementOf(list, now))
      expect(duplicateSubscriptions(list.toReversed())).toEqual(duplicateSubscriptions(list))
    }),
  )
})

describe('the subscription that counts', () => {
  const chosen = (...list: ProviderSubscription[]) =>
    [list, list.toReversed()].map((one) => entitlementOf(one, now).subscriptionId)
  const older = { createdEpochSeconds: inSeconds(-9000) }

  test.each<[string, Partial<ProviderSubscription>, Partial<ProviderSubscription>]>([
    ['the older of two active ones', older, {}],
    ['the first by number of two that were bought at the same time', { id: 'sub_0' }, {}],
    ['a live one before one that ended later', { status: 'past_due', ...older }, { status: 'canceled' }],
    ['the newest of those that ended', { status: 'canceled' }, { status: 'canceled', ...older }],
    ['never a duplicate', {}, { duplicate: 'refund_due', ...older }],
  ])('is %s', (_rule, first, second) => {
    const [one, other] = [aSubscription({ id: 'sub_9', ...first }), aSubscription(second)]
    expect(chosen(one, other)).toEqual([one.id, one.id])
  })

  test('gives no access while it is paused without a payment', () => {
    const paused = (latestInvoiceStatus: string) =>
      entitlementOf([aSubscription({ isPaused: true, latestInvoiceStatus })], now).subscribed
    expect([paused('paid'), paused('void')]).toEqual([true, false])
    expect(entitlementOf([aSubscription({ latestInvoiceStatus: 'open' })], now).subscribed).toBe(true)
  })

  test('is being renewed only while it is active and its new invoice is not paid yet', () => {
    const isRenewing = (latestInvoiceStatus: string, changes: Partial<ProviderSubscription> = {}) =>
      entitlementOf([aSubscription({ latestInvoiceStatus, ...changes })], now).isRenewing === true
    expect(['draft', 'open', 'paid', 'void'].map((status) => isRenewing(status))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isRenewing('open', { status: 'past_due' })).toBe(false)
    expect(isRenewing('open', { isPaused: true })).toBe(false)
  })

  test('is paused only while it is live', () => {
    const paused = { isPaused: true, latestInvoiceStatus: 'paid' }
    expect(entitlementOf([aSubscription(paused)], now).isPaused).toBe(true)
    expect(entitlementOf([aSubscription({ ...paused, status: 'canceled' })], now).isPaused).toBeUndefined()
  })

  test('is suspended by a reversal only while it is live', () => {
    const reversal = { reason: 'disputed' as const, amountMinor: 5000 }
    expect(entitlementOf([aSubscription({ reversal })], now)).toMatchObject({ subscribed: false, reversal })
    expect(entitlementOf([aSubscription({ reversal, status: 'canceled' })], now)).not.toHaveProperty(
      'reversal',
    )
  })

  test('has no reversal without one, and names no lost dispute once it has ended', () => {
    expect(entitlementOf([aSubscription()], now)).not.toHaveProperty('reversal')
    const ended = aSubscription({ status: 'canceled', endsByLostDispute: true })
    expect(entitlementOf([ended], now)).not.toHaveProperty('endsByLostDispute')
  })

  test('is cancelling only while it is live and its cancellation is scheduled', () => {
    const isCancelling = (changes: Partial<ProviderSubscription>) =>
      entitlementOf([aSubscription(changes)], now).cancelling
    expect(isCancelling({})).toBe(false)
    expect(isCancelling({ cancelAtPeriodEnd: true })).toBe(true)
    expect(isCancelling({ cancelAtPeriodEnd: true, status: 'canceled' })).toBe(false)
  })
})

describe('access by a late payment', () => {
  const late = (changes: Partial<LateAccess> = {}): LateAccess => ({
    invoiceId: 'in_late',
    plan: 'annual',
    amountMinor: 5000,
    currency: 'gbp',
    endsAtEpochSeconds: inSeconds(500),
    isDisputed: false,
    ...changes,
  })
  const ended = aSubscription({ status: 'canceled' })
  const withLate = (changes?: Partial<LateAccess>, subscription = ended) =>
    entitlementOf([subscription], now, { lateAccess: late(changes) })

  test('is over at the time of its end, and not before', () => {
    const endsAt = new Date(inSeconds(500) * 1000).toISOString()
    expect(withLate()).toMatchObject({ subscribed: true, plan: 'annual', endsAt, cancelling: false })
    expect(withLate({ endsAtEpochSeconds: inSeconds(0) })).toEqual(entitlementOf([ended], now))
    expect(withLate({ endsAtEpochSeconds: inSeconds(-1) }).subscribed).toBe(false)
  })

  test('is suspended while the payment is disputed', () => {
    expect(withLate({ isDisputed: true })).toMatchObject({
      subscribed: false,
      reversal: { reason: 'disputed', amountMinor: 5000 },
    })
  })

  test('continues while another late payment is disputed, and shows that', () => {
    expect(withLate({ isAnotherDisputed: true })).toMatchObject({ subscribed: true, isPaused: true })
    expect(withLate()).not.toHaveProperty('isPaused')
  })

  test('changes nothing of a subscription that gives access', () => {
    expect(withLate({}, aSubscription())).toEqual(entitlementOf([aSubscription()], now))
  })
})
