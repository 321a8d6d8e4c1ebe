import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { bankHolidays, closedDatesLastYear, oneOffClosures } from '../values/closed-dates.ts'
import { retentionPeriods, type RetainedKind } from '../values/retention.ts'
import { chatDeletionReminder } from './chat-deletion.ts'
import { dueDay, followUpUntil, isLate } from './inbox.ts'
import {
  dateInWords,
  daysLater,
  dayWithWeekday,
  londonDayOf,
  londonTime,
  timeInWords,
  timeOfDay,
  weekdayOf,
} from './london.ts'
import { areClosedDatesExpiring } from './opening-hours.ts'
import { workingDaysAfter } from './working-days.ts'
import { periodLabel, periodOf, periodsBetween, sixMonthsBefore } from './referral-periods.ts'
import { retainedUntil } from './retention.ts'
import { daysUsed, lastWithdrawalDay, mayWithdraw } from './withdrawal.ts'

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
  test('end retention periods like Luxon, even at the end of short months', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...kinds), (from, kind) => {
        const until = DateTime.fromJSDate(from, { zone: 'utc' }).plus(retentionPeriods[kind])
        expect(retainedUntil(kind, from)).toBe(until.toISO())
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
        expect(dayWithWeekday(londonDayOf(at))).toBe(london.toFormat('EEEE d MMMM yyyy'))
        expect(timeOfDay(at.toISOString())).toBe(london.toFormat('HH:mm'))
        expect(timeInWords(at.toISOString())).toBe(london.toFormat("d MMMM yyyy 'at' HH:mm"))
      }),
    )
  })

  test('name weeks and months like Luxon, and list every month', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 30 }), (at, months) => {
        const first = DateTime.fromJSDate(at, { zone }).setLocale('en-GB').startOf('month')
        const last = first.plus({ months })
        const listed = periodsBetween(first.toFormat('yyyy-MM-dd'), last.toFormat('yyyy-MM-dd'), 'month')
        expect(listed).toHaveLength(months + 1)
        expect(listed.at(-1)).toBe(last.toISODate())
        expect(periodLabel(listed[0] ?? '', 'month')).toBe(first.toFormat('MMMM yyyy'))
        const monday = first.startOf('week')
        const [from, to] = [monday, monday.plus({ days: 6 })].map((day) => day.toFormat('d MMMM yyyy'))
        expect(periodLabel(monday.toFormat('yyyy-MM-dd'), 'week')).toBe(`Week of ${from} to ${to}`)
      }),
    )
  })
})

/** Counts working days one by one, with Luxon. */
const afterWorkingDays = (from: Date, count: number): string => {
  const closed = new Set([...bankHolidays, ...oneOffClosures].map(({ date }) => date))
  let day = DateTime.fromJSDate(from, { zone }).startOf('day')
  for (let left = count; left > 0;) {
    day = day.plus({ days: 1 })
    if (day.weekday <= 5 && !closed.has(day.toFormat('yyyy-MM-dd'))) left -= 1
  }
  return day.toFormat('yyyy-MM-dd')
}

/** These rules run in functions whose bundles have no room for Luxon. */
describe('due dates', () => {
  test('count working days like Luxon', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 20 }), (at, count) => {
        expect(workingDaysAfter(at, count)).toBe(afterWorkingDays(at, count))
      }),
    )
  })

  test('of questions, complaints and data protection requests agree with Luxon', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const askedAt = at.toISOString()
        const month = DateTime.fromJSDate(at, { zone }).plus({ days: 28 })
        expect(dueDay({ kind: 'question', askedAt })).toBe(afterWorkingDays(at, 1))
        expect(dueDay({ kind: 'complaint', askedAt })).toBe(afterWorkingDays(at, 3))
        expect(dueDay({ kind: 'complaint', askedAt, acknowledgedAt: askedAt })).toBe(afterWorkingDays(at, 14))
        expect(dueDay({ kind: 'data-protection', askedAt })).toBe(month.toISODate())
        const due = month.toFormat('yyyy-MM-dd')
        expect(isLate(due, month.endOf('day').toJSDate())).toBe(false)
        expect(isLate(due, month.plus({ days: 1 }).startOf('day').toJSDate())).toBe(true)
      }),
    )
  })

  test('of withdrawals end with the fourteenth day in London, as in Luxon', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const last = DateTime.fromJSDate(at, { zone }).plus({ days: 14 })
        expect(lastWithdrawalDay(at)).toBe(last.toISODate())
        expect(mayWithdraw(at, last.endOf('day').toJSDate())).toBe(true)
        expect(mayWithdraw(at, last.plus({ days: 1 }).startOf('day').toJSDate())).toBe(false)
      }),
    )
  })

  test('of follow-up questions are fourteen days after the reply, as in Luxon', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const reply = { from: 'adviser', at: at.toISOString(), acknowledges: false } as const
        const until = DateTime.fromJSDate(at, { zone: 'utc' }).plus({ days: 14 })
        expect(followUpUntil([reply])).toEqual(until.toJSDate())
      }),
    )
  })

  test('count the used days of a month or a year like Luxon', () => {
    const period = fc.constantFrom({ months: 1 }, { years: 1 })
    fc.assert(
      fc.property(instant, period, fc.integer({ min: -1, max: 400 * 24 }), (at, length, hours) => {
        const start = DateTime.fromJSDate(at, { zone: 'utc' })
        const end = start.plus(length)
        const of = end.diff(start, 'days').days
        const elapsed = Math.floor(start.plus({ hours }).diff(start, 'days').days)
        const now = start.plus({ hours }).toJSDate()
        expect(daysUsed({ start: at, end: end.toJSDate() }, now)).toEqual({
          used: Math.min(Math.max(elapsed, 0), of),
          of,
        })
      }),
    )
  })

  test('of conversations at the chat provider are whole months before this one, as in Luxon', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const thisMonth = DateTime.fromJSDate(at, { zone }).startOf('month')
        const cutoff = thisMonth.minus(retentionPeriods.chat).toISODate()
        expect(chatDeletionReminder(undefined, at)).toMatchObject({ cutoff })
      }),
    )
  })

  test('of the list of closed dates are six months before its end', () => {
    const due = DateTime.utc(closedDatesLastYear + 1).minus({ months: 6 })
    expect(areClosedDatesExpiring(due.minus(1).toJSDate())).toBe(false)
    expect(areClosedDatesExpiring(due.toJSDate())).toBe(true)
  })
})
