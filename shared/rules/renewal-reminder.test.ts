import { describe, expect, test } from 'vitest'
import { dueReminder } from './renewal-reminder.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const annual = {
  interval: 'year',
  startedEpochSeconds: seconds('2027-01-31T09:00:00Z'),
  renewsEpochSeconds: seconds('2028-01-31T09:00:00Z'),
} as const
const monthly = (renews: string) => ({
  interval: 'month' as const,
  startedEpochSeconds: annual.startedEpochSeconds,
  renewsEpochSeconds: seconds(renews),
})

describe('renewal reminders', () => {
  test.each([
    ['2028-01-01T08:59:59Z', undefined],
    ['2028-01-01T09:00:00Z', 30],
    ['2028-01-24T08:59:59Z', 30],
    ['2028-01-24T09:00:00Z', 7],
    ['2028-01-31T08:59:59Z', 7],
    ['2028-01-31T09:00:00Z', undefined],
  ] as const)('of an annual subscription at %s: %s', (now, days) => {
    expect(dueReminder(annual, new Date(now))).toBe(days)
  })

  test.each([
    ['2027-02-28T09:00:00Z', undefined],
    ['2027-06-30T09:00:00Z', undefined],
    ['2027-07-31T09:00:00Z', 7],
    ['2027-08-31T09:00:00Z', undefined],
    ['2028-01-31T09:00:00Z', 7],
  ] as const)('of a monthly subscription in the week before the renewal of %s: %s', (renews, days) => {
    const weekBefore = new Date(Date.parse(renews) - 7 * 24 * 3600_000)
    expect(dueReminder(monthly(renews), weekBefore)).toBe(days)
    expect(dueReminder(monthly(renews), new Date(weekBefore.getTime() - 1000))).toBeUndefined()
  })
})
