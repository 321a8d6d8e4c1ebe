import { expect, test } from 'vitest'
import { badgeDetail, badgeLabels, badgeOf, type BadgeFacts } from './access-badge.ts'

const noAccess: BadgeFacts = {
  isSubscribed: false,
  hasOneTimeAccess: false,
  hasGuestAccess: false,
  isAdmin: false,
  cancelAtPeriodEnd: false,
  withoutRenewal: false,
}
const all = { isSubscribed: true, hasOneTimeAccess: true, hasGuestAccess: true }

test.each([
  [{ ...all, cancelAtPeriodEnd: true }, 'Cancelling Soon'],
  [{ ...all, withoutRenewal: true }, 'Access Without Renewal'],
  [all, 'Active Subscription'],
  [{ ...all, isSubscribed: false }, 'Profile Access Active'],
  [{ hasGuestAccess: true }, 'Guest Access'],
  [{ cancelAtPeriodEnd: true }, 'No Active Access'],
  [{ withoutRenewal: true }, 'No Active Access'],
  [{ isAdmin: true }, 'No Active Access'],
])('access badge of %j is %s', (facts, label) => {
  expect(badgeLabels[badgeOf({ ...noAccess, ...facts })]).toBe(label)
})

test('badge detail shows when a cancelled subscription ends, if known', () => {
  expect(badgeDetail('cancelling', '1 May 2027')).toBe('Cancels on 1 May 2027')
  expect(badgeDetail('without-renewal', '1 May 2027')).toBe('Access until 1 May 2027')
  expect(badgeDetail('without-renewal', undefined)).toBeUndefined()
  expect(badgeDetail('cancelling', undefined)).toBe('Cancellation scheduled')
  expect(badgeDetail('one-time', undefined)).toBe('30-minute live chat timer available')
  expect(badgeDetail('subscribed', '1 May 2027')).toBeUndefined()
})

test('badge detail of a pass shows its minutes until they have started', () => {
  const waiting = { state: 'waiting', endsAt: null, useBy: '2027-05-01T12:00:00Z', minutes: 60 } as const
  expect(badgeDetail('one-time', undefined, waiting)).toBe('60-minute live chat timer available')
  expect(badgeDetail('one-time', undefined, { ...waiting, minutes: 30 })).toBe(
    '30-minute live chat timer available',
  )
  expect(badgeDetail('one-time', undefined, { ...waiting, state: 'running' })).toBe('Live chat timer running')
})
