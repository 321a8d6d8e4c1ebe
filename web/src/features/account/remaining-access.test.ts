import { expect, test } from 'vitest'
import { timeLeft } from './remaining-access.ts'

test.each([
  ['2026-11-20T11:00:00Z', '2027-11-20T11:00:00Z', '12 months'],
  ['2026-11-20T11:00:00Z', '2027-11-20T10:00:00Z', '11 months'],
  ['2026-11-20T11:00:00Z', '2026-12-20T11:00:00Z', '1 month'],
  ['2026-11-20T11:00:00Z', '2026-12-19T11:00:00Z', '29 days'],
  // Stripe's month from 31 January ends on the last day of February.
  ['2027-01-31T11:00:00Z', '2027-02-28T11:00:00Z', '1 month'],
  ['2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z', '1 day'],
  ['2026-11-20T11:00:00Z', '2026-11-19T12:00:00Z', '0 days'],
])('the time from %s to %s is %s', (from, to, text) => {
  expect(timeLeft(new Date(from), new Date(to))).toBe(text)
})
