/** Calendar days and times in London, independent of the machine's time zone. */

export const businessTimeZone = 'Europe/London'

/** A calendar day in London: `2026-11-20`. */
export type LondonDay = string

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const march = 2
const october = 9

/** Returns 01:00 UTC on the last Sunday of a month, in milliseconds. */
const lastSunday = (year: number, month: number): number => {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1))
  return lastDay.getTime() - lastDay.getUTCDay() * dayMs
}

/**
 * Decides whether clocks in London are an hour ahead of UTC: from 01:00 UTC on the last Sunday of March to 01:00 UTC on
 * the last Sunday of October (Summer Time Order 2002). Pages calculate this before they show anything, and `Intl` with
 * a time zone needs 45 ms for it on a slow phone. Tests compare it with Luxon.
 */
const isSummerTime = (instant: Date): boolean => {
  const year = instant.getUTCFullYear()
  const time = instant.getTime()
  return time >= lastSunday(year, march) && time < lastSunday(year, october)
}

const wallClock = (instant: Date) => {
  const shown = new Date(instant.getTime() + (isSummerTime(instant) ? 60 * minuteMs : 0))
  return {
    day: shown.toISOString().slice(0, 10),
    minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  }
}

/** Returns the calendar day in London at an instant. */
export const londonDayOf = (instant: Date): LondonDay => wallClock(instant).day

/** Adds a number of days, which can be negative. */
export const daysLater = (day: LondonDay, days: number): LondonDay =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Returns the day of the week: 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: LondonDay): number => new Date(`${day}T12:00:00Z`).getUTCDay()

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Formats a day: `2026-11-03` → `3 November 2026`. */
const dayInWords = (day: LondonDay): string => {
  const date = new Date(`${day}T12:00:00Z`)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/**
 * Formats the London date of an ISO time: `2026-11-20T…` → `20 November 2026`. Throws `RangeError` if the text is not an
 * ISO time.
 */
export const dateInWords = (iso: string): string => dayInWords(londonDayOf(new Date(iso)))

/**
 * Formats the time of day in London: `2026-07-20T13:05:00Z` → `14:05`. Throws `RangeError` if the text is not an ISO
 * time.
 */
export const timeOfDay = (iso: string): string => {
  const { minutes } = wallClock(new Date(iso))
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/**
 * Formats a time as clocks in London show it: `2026-11-20T14:05…` → `20 November 2026 at 14:05`. Throws `RangeError` if
 * the text is not an ISO time.
 */
export const timeInWords = (iso: string): string => `${dateInWords(iso)} at ${timeOfDay(iso)}`

/** Formats a time for readers in any time zone: `20 November 2026 at 14:05 (London time)`. */
export const londonTimeInWords = (iso: string): string => `${timeInWords(iso)} (London time)`

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Formats the weekday: `2026-11-23` → `Monday`. */
export const weekdayInWords = (day: LondonDay): string => weekdays[weekdayOf(day)] ?? day

/** Formats a day: `2026-11-23` → `Monday 23 November 2026`. */
export const dayWithWeekday = (day: LondonDay): string => `${weekdayInWords(day)} ${dayInWords(day)}`

/**
 * Returns the instant at which clocks in London show this hour. London is at UTC or one hour ahead, so the offset is
 * read at the same hour in UTC. Valid for hours after 02:00, when that day's clock change is over.
 */
export const londonTime = (day: LondonDay, hour: number): Date => {
  const asIfUtc = new Date(Date.parse(`${day}T00:00:00Z`) + hour * 60 * minuteMs)
  const dayMinutes = 24 * 60
  const aheadMinutes = (wallClock(asIfUtc).minutes - hour * 60 + dayMinutes) % dayMinutes
  return new Date(asIfUtc.getTime() - aheadMinutes * minuteMs)
}
