import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { retentionPeriods, type RetainedKind } from '../values/retention.ts'
import { dateInWords, daysLater, dayInWords, londonDayOf, londonTime, weekdayOf } from './london.ts'
import { periodOf, sixMonthsBefore } from './referral-periods.ts'
import { keptUntil } from './retention.ts'

const zone = 'Europe/London'
const instant = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
})
// `Object.keys` loses the type of the keys.
const kinds = Object.keys(retentionPeriods) as RetainedKind[]

/** These rules run in the browser too, so they use no library. They agree with Luxon. */
describe('calendar rules', () => {
  test('end retention periods like Luxon, also at the end of short months', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...kinds), (from, kind) => {
        const until = DateTime.fromJSDate(from, { zone: 'utc' }).plus(retentionPeriods[kind])
        expect(keptUntil(kind, from)).toBe(until.toISO())
      }),
    )
  })

  test('name the London day of an instant, its weekday and later days like Luxon', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -400, max: 400 }), (at, days) => {
        const london = DateTime.fromJSDate(at, { zone })
        const day = londonDayOf(at)
        expect(day).toBe(london.toISODate())
        expect(weekdayOf(day)).toBe(london.weekday % 7)
        expect(daysLater(day, days)).toBe(london.plus({ days }).toISODate())
      }),
    )
  })

  test('find the instant of an hour in London like Luxon', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 3, max: 23 }), (at, hour) => {
        const day = londonDayOf(at)
        const expected = DateTime.fromISO(day, { zone }).set({ hour })
        expect(londonTime(day, hour).toISOString()).toBe(expected.toUTC().toISO())
      }),
    )
  })

  test('begin weeks and months, and go back six months, like Luxon', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const day = londonDayOf(at)
        const luxon = DateTime.fromISO(day, { zone: 'utc' })
        expect(periodOf(day, 'week')).toBe(luxon.startOf('week').toISODate())
        expect(periodOf(day, 'month')).toBe(luxon.startOf('month').toISODate())
        expect(sixMonthsBefore(day)).toBe(luxon.minus({ months: 6 }).toISODate())
      }),
    )
  })

  test('write dates in words like Luxon', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const london = DateTime.fromJSDate(at, { zone }).setLocale('en-GB')
        expect(dateInWords(at.toISOString())).toBe(london.toFormat('d MMMM yyyy'))
        expect(dayInWords(londonDayOf(at))).toBe(london.toFormat('EEEE d MMMM yyyy'))
      }),
    )
  })
})
