import {
  bankHolidays,
  closedDatesLastYear,
  closedDatesNoticeMonths,
  oneOffClosures,
} from '../values/closed-dates.ts'
import { daysLater, type LondonDay, londonDayOf, londonTime, weekdayInWords, weekdayOf } from './london.ts'

/** A period in which the chat is open, from `opensAt` up to but not including `closesAt`. */
export interface ChatSession {
  readonly opensAt: Date
  readonly closesAt: Date
}

/** Opening hours of a day, as London hours. */
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

const closedAllDay: ReadonlySet<LondonDay> = new Set(
  [...bankHolidays, ...oneOffClosures].map(({ date }) => date),
)

/** Pages announce a one-off closure this many days before. */
const announcedDays = 14

/**
 * Days in which to look for the next opening. Longer than any run of closed days, such as Good Friday to Easter Monday
 * or Christmas with a weekend.
 */
const longestSearchDays = 14

const hoursOn = (day: LondonDay): Hours | undefined =>
  closedAllDay.has(day) ? undefined : week[weekdayOf(day)]

/** Returns when the chat is open on a day, or `undefined` on Sundays and closed dates. */
export const sessionOn = (day: LondonDay): ChatSession | undefined => {
  const hours = hoursOn(day)
  return hours && { opensAt: londonTime(day, hours.opens), closesAt: londonTime(day, hours.closes) }
}

/** Returns the current session, or `undefined` while the chat is closed. */
const currentSession = (now: Date): ChatSession | undefined => {
  const session = sessionOn(londonDayOf(now))
  return session && now >= session.opensAt && now < session.closesAt ? session : undefined
}

/** Decides whether the chat is open. */
export const isOpen = (now: Date): boolean => currentSession(now) !== undefined

const days = function* (from: LondonDay): Generator<LondonDay> {
  for (let later = 0; later <= longestSearchDays; later += 1) yield daysLater(from, later)
}

/** Returns when the chat opens next. */
export const nextOpening = (now: Date): Date => {
  for (const day of days(londonDayOf(now))) {
    const session = sessionOn(day)
    if (session && session.opensAt > now) return session.opensAt
  }
  throw new Error(`The opening hours have no opening within ${longestSearchDays} days`)
}

export interface OpeningStatus {
  readonly isOpen: boolean
  /** Time of the next change of status. */
  readonly until: Date
  /** `closes at 16:00`, `opens today at 10:00`, `opens tomorrow at 10:00` or `opens Monday at 10:00`. */
  readonly words: string
  /**
   * The text at the front door of every page: `In now, until 16:00`, `Back today 10:00`, `Back tomorrow 10:00` or
   * `Back Monday 10:00`.
   */
  readonly doorWords: string
}

const timeIn = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const openingDayInWords = (today: LondonDay, day: LondonDay): string => {
  if (day === today) return 'today'
  return day === daysLater(today, 1) ? 'tomorrow' : weekdayInWords(day)
}

/** Returns whether the chat is open, until when, and the texts that screens show. */
export const openingStatus = (now: Date): OpeningStatus => {
  const today = londonDayOf(now)
  const open = currentSession(now)
  if (open) {
    const closes = timeIn(hoursOn(today)?.closes ?? 0)
    return {
      isOpen: true,
      until: open.closesAt,
      words: `closes at ${closes}`,
      doorWords: `In now, until ${closes}`,
    }
  }
  const until = nextOpening(now)
  const day = londonDayOf(until)
  const when = openingDayInWords(today, day)
  const opens = timeIn(hoursOn(day)?.opens ?? 0)
  return { isOpen: false, until, words: `opens ${when} at ${opens}`, doorWords: `Back ${when} ${opens}` }
}

/** Returns the name of the bank holiday for which the chat is closed today. */
const bankHolidayOn = (now: Date): string | undefined => {
  const today = londonDayOf(now)
  return bankHolidays.find(({ date }) => date === today)?.name
}

/** Returns the sentences about one-off closures today and in the next two weeks. */
export const closureSentences = (now: Date, closures = oneOffClosures): string[] => {
  const today = londonDayOf(now)
  const last = daysLater(today, announcedDays)
  return closures.filter(({ date }) => date >= today && date <= last).map(({ sentence }) => sentence)
}

/** Returns the sentences that pages show about today's bank holiday and about one-off closures, or an empty text. */
export const closureNotice = (now: Date): string => {
  const bankHoliday = bankHolidayOn(now)
  return [
    ...(bankHoliday === undefined ? [] : [`Live chat is closed today, ${bankHoliday}.`]),
    ...closureSentences(now),
  ].join(' ')
}

/** Decides whether the next year's closed dates must be added: from six months before the known dates end. */
export const areClosedDatesExpiring = (now: Date): boolean => {
  const noticeStart = new Date(Date.UTC(closedDatesLastYear + 1, -closedDatesNoticeMonths, 1))
  return now >= noticeStart
}
