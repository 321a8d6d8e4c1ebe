import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { bankHolidays, closedDatesLastYear, oneOffClosures } from '../values/closed-dates.ts'
import { londonDayOf, londonTime } from './london.ts'
import {
  areClosedDatesExpiring,
  closureNotice,
  closureSentences,
  isOpen,
  nextOpening,
  openingStatus,
  sessionOn,
} from './opening-hours.ts'
import { nextWorkingDay, workingDaysAfter } from './working-days.ts'

const closedDates = [...bankHolidays, ...oneOffClosures].map(({ date }) => date)

const london = (iso: string) => DateTime.fromISO(iso, { zone: 'Europe/London' }).toJSDate()

/** Any minute from 2026 to 2028, including both clock changes of each year. */
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
])('at %s in London: open is %s, and the chat %s', (time, open, words) => {
  expect(openingStatus(london(time))).toMatchObject({ isOpen: open, words })
  expect(isOpen(london(time))).toBe(open)
})

test.each(['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29'])(
  'the clock change on %s does not move the opening time',
  (sunday) => {
    for (const days of [-1, 2]) {
      const day = DateTime.fromISO(sunday, { zone: 'Europe/London' }).plus({ days })
      const session = sessionOn(String(day.toISODate()))
      expect(session?.opensAt).toEqual(day.set({ hour: 10 }).toJSDate())
    }
  },
)

test('London days and times agree with Luxon', () => {
  fc.assert(
    fc.property(anyTime, fc.integer({ min: 3, max: 23 }), (time, hour) => {
      const local = DateTime.fromJSDate(time, { zone: 'Europe/London' })
      expect(londonDayOf(time)).toBe(local.toISODate())
      expect(londonTime(londonDayOf(time), hour)).toEqual(local.startOf('day').set({ hour }).toJSDate())
    }),
  )
})

test('the chat is open exactly in the hours of the weekday, except on closed dates', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const local = DateTime.fromJSDate(time, { zone: 'Europe/London' })
      const closes = local.weekday === 7 ? 0 : local.weekday === 6 ? 13 : 16
      const wanted =
        local.hour >= 10 && local.hour < closes && !closedDates.includes(String(local.toISODate()))
      expect(isOpen(time)).toBe(wanted)
    }),
  )
})

test('the status changes exactly at its `until`', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const { isOpen: open, until } = openingStatus(time)
      expect(until.getTime()).toBeGreaterThan(time.getTime())
      expect(isOpen(until)).toBe(!open)
      expect(isOpen(new Date(until.getTime() - 1))).toBe(open)
    }),
  )
})

/** Computes the expected text independently, with Luxon. */
const wordsAt = (local: DateTime): string => {
  const at = (day: DateTime, hour: number) => day.startOf('day').set({ hour })
  const closing = (day: DateTime) => {
    if (day.weekday === 7 || closedDates.includes(String(day.toISODate()))) return undefined
    return day.weekday === 6 ? 13 : 16
  }
  const closes = closing(local)
  if (closes !== undefined && local >= at(local, 10) && local < at(local, closes))
    return `closes at ${closes}:00`
  const days = Array.from({ length: 10 }, (_, later) => local.plus({ days: later }))
  const next = days.findIndex((day) => closing(day) !== undefined && at(day, 10) > local)
  const day = ['today', 'tomorrow'][next] ?? days[next]?.setLocale('en-GB').toFormat('cccc')
  return `opens ${day} at 10:00`
}

test('the status text agrees with Luxon at any minute', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      expect(openingStatus(time).words).toBe(wordsAt(DateTime.fromJSDate(time, { zone: 'Europe/London' })))
    }),
  )
})

test.each([
  ['the spring change, Good Friday and Easter Monday', '2026-03-27', '2026-04-08'],
  ['the autumn change', '2026-10-22', '2026-10-28'],
  ['Christmas and New Year', '2026-12-23', '2027-01-05'],
])('the status is right in every minute around opening and closing times: %s', (_what, from, to) => {
  for (let day = DateTime.fromISO(from, { zone: 'Europe/London' }); day < DateTime.fromISO(to);) {
    for (const hour of [10, 13, 16])
      for (const minutes of [-2, -1, 0, 1]) {
        const local = day.set({ hour }).plus({ minutes })
        const words = wordsAt(local)
        expect(openingStatus(local.toJSDate()), String(local.toISO())).toMatchObject({
          words,
          isOpen: words.startsWith('closes'),
        })
      }
    day = day.plus({ days: 1 })
  }
})

const edges = ['09:59:59.999', '10:00:00.000', '12:59:59.999', '13:00:00.000', '15:59:59.999', '16:00:00.000']

test.each(['2026-01-14', '2026-07-15', '2026-01-17', '2026-07-18', '2026-07-19'])(
  'opens and closes on %s at the exact millisecond',
  (day) => {
    const closes = { 6: 13, 7: 0 }[DateTime.fromISO(day).weekday] ?? 16
    for (const time of edges) {
      const hour = Number(time.slice(0, 2))
      expect(isOpen(london(`${day}T${time}`)), time).toBe(hour >= 10 && hour < closes)
    }
  },
)

test('results do not depend on the machine’s time zone', () => {
  const before = process.env['TZ']
  // Times around both clock changes and around midnight in London, where time zones differ in the day.
  const times = ['2026-03-28T23:30Z', '2026-03-29T00:59Z', '2026-03-29T01:01Z', '2026-10-24T23:30Z']
    .concat(['2026-10-25T00:59Z', '2026-10-25T01:01Z', '2026-12-24T16:00Z', '2026-07-17T22:59Z'])
    .map((iso) => new Date(iso))
  const seen = new Set<string>()
  for (const zone of [
    'UTC',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ]) {
    process.env['TZ'] = zone
    seen.add(
      JSON.stringify(
        times.map((time) => [openingStatus(time), nextWorkingDay(time), workingDaysAfter(time, 14)]),
      ),
    )
  }
  process.env['TZ'] = before ?? 'UTC'
  expect(seen.size).toBe(1)
})

test('names the bank holiday of today', () => {
  expect(closureNotice(london('2026-12-25T11:00'))).toBe('Live chat is closed today, Christmas Day.')
  expect(closureNotice(london('2026-12-24T23:59'))).toBe('')
})

test('announces a one-off closure from two weeks before until the end of the day', () => {
  const sentence = 'Live chat is closed on Friday 18 June 2027 for staff training.'
  const on = (time: string) => closureSentences(london(time), [{ date: '2027-06-18', sentence }])
  expect(on('2027-06-03T23:59')).toEqual([])
  expect([on('2027-06-04T00:00'), on('2027-06-18T23:59')]).toEqual([[sentence], [sentence]])
  expect(on('2027-06-19T00:00')).toEqual([])
})

test('closed dates include at least eight bank holidays per year, on weekdays', () => {
  for (let year = 2026; year <= closedDatesLastYear; year += 1) {
    const ofYear = bankHolidays.map(({ date }) => date).filter((day) => day.startsWith(String(year)))
    const onWeekdays = ofYear.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    // Some years have another one, such as 2023 with the coronation.
    expect(onWeekdays.length).toBeGreaterThanOrEqual(8)
  }
})

test('closed dates count as expiring half a year before they end', () => {
  expect(areClosedDatesExpiring(new Date('2028-06-30T23:59Z'))).toBe(false)
  expect(areClosedDatesExpiring(new Date('2028-07-01T00:00Z'))).toBe(true)
})

describe('the words of the front door', () => {
  test.each([
    ['2026-11-23T11:00', true, 'In now, until 16:00'],
    ['2026-11-21T12:59', true, 'In now, until 13:00'],
    ['2026-11-23T09:59', false, 'Back today 10:00'],
    ['2026-11-20T16:00', false, 'Back tomorrow 10:00'],
    ['2026-11-21T13:00', false, 'Back Monday 10:00'],
    ['2026-12-24T16:00', false, 'Back Tuesday 10:00'],
  ])('at %s: open %s, %s', (time, isOpen, words) => {
    expect(openingStatus(london(time))).toMatchObject({ isOpen, doorWords: words })
  })
})

test('the next opening is never a session that has just begun', () => {
  expect(nextOpening(new Date('2027-03-01T09:59:59.999Z')).toISOString()).toBe('2027-03-01T10:00:00.000Z')
  expect(nextOpening(new Date('2027-03-01T10:00:00Z')).toISOString()).toBe('2027-03-02T10:00:00.000Z')
})
