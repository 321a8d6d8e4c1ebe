/** Calendar days and clock times in London, whatever the time zone of the machine. */

export const businessTimeZone = 'Europe/London'

/** A calendar day in London: `2026-11-20`. */
export type LondonDay = string

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: businessTimeZone,
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const wallClock = (instant: Date) => {
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts
  return { day: `${year}-${month}-${day}`, minutes: Number(hour) * 60 + Number(minute) }
}

export const londonDayOf = (instant: Date): LondonDay => wallClock(instant).day

/** The day so many days later; earlier, with a negative number. */
export const daysLater = (day: LondonDay, days: number): LondonDay =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: LondonDay): number => new Date(`${day}T12:00:00Z`).getUTCDay()

/** `2026-11-20T…` → `20 November 2026`, as the calendar stands in London. */
export const dateInWords = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: businessTimeZone }).format(new Date(iso))

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `2026-11-23` → `Monday`. */
export const weekdayInWords = (day: LondonDay): string => weekdays[weekdayOf(day)] ?? day

/** `2026-11-23` → `Monday 23 November 2026`, whether or not a machine's English puts a comma there. */
export const dayInWords = (day: LondonDay): string => {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return `${weekdayInWords(day)} ${date.format(new Date(`${day}T12:00:00Z`))}`
}

/**
 * The instant at which London's clocks show this time of the day. London is at UTC or an hour ahead of it,
 * so the offset is read off the clock at the same figures in UTC; good for times after 02:00, when the
 * clocks of a day have already changed.
 */
export const londonTime = (day: LondonDay, hour: number): Date => {
  const asIfUtc = new Date(Date.parse(`${day}T00:00:00Z`) + hour * 60 * minuteMs)
  const dayMinutes = 24 * 60
  const aheadMinutes = (wallClock(asIfUtc).minutes - hour * 60 + dayMinutes) % dayMinutes
  return new Date(asIfUtc.getTime() - aheadMinutes * minuteMs)
}
