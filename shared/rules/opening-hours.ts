import { closedDates, closedDatesLastYear, closedDatesNoticeMonths } from '../values/closed-dates.ts'
import { daysLater, type LondonDay, londonDayOf, londonTime, weekdayInWords, weekdayOf } from './london.ts'

/** When an adviser is in the chat: from the opening time up to, not including, the closing time. */
export interface Session {
  readonly opensAt: Date
  readonly closesAt: Date
}

/** Hours of the day in London. */
interface Hours {
  readonly opens: number
  readonly closes: number
}

const onWeekdays: Hours = { opens: 10, closes: 16 }
const onSaturday: Hours = { opens: 10, closes: 13 }

/** By weekday, Sunday first. */
const week: readonly (Hours | undefined)[] = [
  undefined,
  onWeekdays,
  onWeekdays,
  onWeekdays,
  onWeekdays,
  onWeekdays,
  onSaturday,
]

const closedAllDay: ReadonlySet<LondonDay> = new Set(closedDates)

/** Longer than any row of closed days: Good Friday to Easter Monday, Christmas with a weekend. */
const longestSearchDays = 14

const hoursOn = (day: LondonDay): Hours | undefined =>
  closedAllDay.has(day) ? undefined : week[weekdayOf(day)]

/** The opening of a day in London; `undefined` on Sundays and closed dates. */
export const sessionOn = (day: LondonDay): Session | undefined => {
  const hours = hoursOn(day)
  return hours && { opensAt: londonTime(day, hours.opens), closesAt: londonTime(day, hours.closes) }
}

/** The session that is open now; `undefined` while the chat is closed. */
const currentSession = (now: Date): Session | undefined => {
  const session = sessionOn(londonDayOf(now))
  return session && now >= session.opensAt && now < session.closesAt ? session : undefined
}

/** Is an adviser in the chat? */
export const isOpen = (now: Date): boolean => currentSession(now) !== undefined

const days = function* (from: LondonDay): Generator<LondonDay> {
  for (let later = 0; later <= longestSearchDays; later += 1) yield daysLater(from, later)
}

/** The next opening after now. */
export const nextOpening = (now: Date): Date => {
  for (const day of days(londonDayOf(now))) {
    const session = sessionOn(day)
    if (session && session.opensAt > now) return session.opensAt
  }
  throw new Error('The chat never opens again: the opening hours are wrong')
}

export interface OpeningStatus {
  readonly isOpen: boolean
  /** When that changes. */
  readonly until: Date
  /** `closes at 16:00`, `opens today at 10:00`, `opens tomorrow at 10:00` or `opens Monday at 10:00`. */
  readonly words: string
}

const timeIn = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const openingDayInWords = (today: LondonDay, day: LondonDay): string => {
  if (day === today) return 'today'
  return day === daysLater(today, 1) ? 'tomorrow' : weekdayInWords(day)
}

/** Open or closed now, until when, and the words in which screens say so. */
export const openingStatus = (now: Date): OpeningStatus => {
  const today = londonDayOf(now)
  const open = currentSession(now)
  if (open)
    return { isOpen: true, until: open.closesAt, words: `closes at ${timeIn(hoursOn(today)?.closes ?? 0)}` }
  const until = nextOpening(now)
  const day = londonDayOf(until)
  const words = `opens ${openingDayInWords(today, day)} at ${timeIn(hoursOn(day)?.opens ?? 0)}`
  return { isOpen: false, until, words }
}

/** Monday to Friday, but for the closed dates: the days that the complaints procedure counts. */
export const isWorkingDay = (day: LondonDay): boolean =>
  weekdayOf(day) >= 1 && weekdayOf(day) <= 5 && !closedAllDay.has(day)

/** The working day that is so many working days after the day of `from`; the day itself never counts. */
export const workingDaysAfter = (from: Date, count: number): LondonDay => {
  let day = londonDayOf(from)
  for (let left = count; left > 0;) {
    day = daysLater(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

/** The day by which a ticket that comes in now is answered. */
export const nextWorkingDay = (now: Date): LondonDay => workingDaysAfter(now, 1)

/** Must somebody add the next year's closed dates now? */
export const closedDatesRunOut = (now: Date): boolean => {
  const lastMonth = new Date(Date.UTC(closedDatesLastYear + 1, -closedDatesNoticeMonths, 1))
  return now >= lastMonth
}
