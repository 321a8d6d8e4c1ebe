import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { londonDayOf } from './london.ts'
import { isWorkingDay, nextWorkingDay, workingDaysAfter } from './working-days.ts'

const london = (iso: string) => DateTime.fromISO(iso, { zone: 'Europe/London' }).toJSDate()

/** Any minute from 2026 to 2028, including both clock changes of each year. */
const anyTime = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 11, 20) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000))

test('the next working day is after today and never a weekend or closed date', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const day = nextWorkingDay(time)
      expect(isWorkingDay(day)).toBe(true)
      expect(day > londonDayOf(time)).toBe(true)
    }),
  )
})

test.each([
  ['2026-11-20T11:00', 1, '2026-11-23'],
  ['2026-04-02T17:00', 1, '2026-04-07'],
  ['2026-12-23T17:00', 3, '2026-12-30'],
  ['2026-11-20T11:00', 14, '2026-12-10'],
])('%s plus %i working days is %s', (from, count, day) => {
  expect(workingDaysAfter(london(from), count)).toBe(day)
})
