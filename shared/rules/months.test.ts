import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { monthsBetween, monthsLater } from './months.ts'

/** The last second of every day of five years, with a leap year: all lengths of months and their last days. */
const times = Array.from(
  { length: 5 * 366 },
  (_, day) => Date.UTC(2026, 0, 1, 23, 59, 59) / 1000 + day * 24 * 3600,
)

describe.each([1, 6, 12, 60])('%i months', (months) => {
  test('end at the same time as with Luxon', () => {
    for (const time of times)
      expect(monthsLater(time, months)).toBe(
        DateTime.fromSeconds(time, { zone: 'utc' }).plus({ months }).toUnixInteger(),
      )
  })

  test('are counted between their start and their end', () => {
    for (const time of times) expect(monthsBetween(time, monthsLater(time, months))).toBe(months)
  })
})
