import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { closedDates, closedDatesLastYear } from '../values/closed-dates.ts'
import { londonDayOf, londonTime } from './london.ts'
import {
  closedDatesRunOut,
  isOpen,
  isWorkingDay,
  nextWorkingDay,
  openingStatus,
  sessionOn,
  workingDaysAfter,
} from './opening-hours.ts'

const london = (iso: string) => DateTime.fromISO(iso, { zone: 'Europe/London' }).toJSDate()

/** Every minute from 2026 to 2028, both clock changes of each year among them. */
const anyTime = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 11, 20) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000))

test.each([
  ['2026-11-20T09:59', false, 'opens today at 10:00'],
  ['2026-11-20T10:00', true, 'closes at 16:00'],
  ['2026-11-20T15:59', true, 'closes at 16:00'],
  ['2026-11-20T16:00', false, 'opens tomorrow at 10:00'],
  ['2026-11-21T10:00', true, 'closes at 13:00'],
  ['2026-11-21T13:00', false, 'opens Monday at 10:00'],
  ['2026-11-22T12:00', false, 'opens tomorrow at 10:00'],
  ['2026-11-23T00:00', false, 'opens today at 10:00'],
  ['2026-04-02T16:00', false, 'opens Saturday at 10:00'],
  ['2026-04-04T13:00', false, 'opens Tuesday at 10:00'],
  ['2026-12-24T16:00', false, 'opens Tuesday at 10:00'],
  ['2027-12-24T17:00', false, 'opens Wednesday at 10:00'],
])('at %s in London the chat is open: %s, and it %s', (time, open, words) => {
  expect(openingStatus(london(time))).toMatchObject({ isOpen: open, words })
  expect(isOpen(london(time))).toBe(open)
})

test.each(['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29'])(
  'the change of clocks on %s moves no opening by an hour',
  (sunday) => {
    for (const days of [-1, 2]) {
      const day = DateTime.fromISO(sunday, { zone: 'Europe/London' }).plus({ days })
      const session = sessionOn(String(day.toISODate()))
      expect(session?.opensAt).toEqual(day.set({ hour: 10 }).toJSDate())
    }
  },
)

test('agrees with another calendar about what day and time it is in London', () => {
  fc.assert(
    fc.property(anyTime, fc.integer({ min: 3, max: 23 }), (time, hour) => {
      const there = DateTime.fromJSDate(time, { zone: 'Europe/London' })
      expect(londonDayOf(time)).toBe(there.toISODate())
      expect(londonTime(londonDayOf(time), hour)).toEqual(there.startOf('day').set({ hour }).toJSDate())
    }),
  )
})

test('is open exactly in the hours of its weekday, on no closed date', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const there = DateTime.fromJSDate(time, { zone: 'Europe/London' })
      const closes = there.weekday === 7 ? 0 : there.weekday === 6 ? 13 : 16
      const wanted =
        there.hour >= 10 && there.hour < closes && !closedDates.includes(String(there.toISODate()))
      expect(isOpen(time)).toBe(wanted)
    }),
  )
})

test('changes at the time that it names and not before', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const { isOpen: open, until } = openingStatus(time)
      expect(until.getTime()).toBeGreaterThan(time.getTime())
      expect(isOpen(until)).toBe(!open)
      expect(isOpen(new Date(until.getTime() - 1))).toBe(open)
    }),
  )
})

test('answers alike in every time zone of the machine', () => {
  const before = process.env['TZ']
  const seen = new Set<string>()
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu']) {
    process.env['TZ'] = zone
    seen.add(JSON.stringify([openingStatus(new Date('2026-03-28T13:00Z')), nextWorkingDay(new Date(0))]))
  }
  process.env['TZ'] = before ?? 'UTC'
  expect(seen.size).toBe(1)
})

test('the next working day is never a weekend or a closed date, and never today', () => {
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
])('%s and %i working days is %s', (from, count, day) => {
  expect(workingDaysAfter(london(from), count)).toBe(day)
})

test('has the eight bank holidays of each year, on working days', () => {
  for (let year = 2026; year <= closedDatesLastYear; year += 1) {
    const ofYear = closedDates.filter((day) => day.startsWith(String(year)))
    const bankHolidays = ofYear.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    expect(bankHolidays).toHaveLength(8)
  }
})

test('says half a year ahead that the closed dates run out', () => {
  expect(closedDatesRunOut(new Date('2028-06-30T23:59Z'))).toBe(false)
  expect(closedDatesRunOut(new Date('2028-07-01T00:00Z'))).toBe(true)
})
