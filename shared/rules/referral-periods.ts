import type { Grouping } from '../values/groupings.ts'
import { dateInWords, daysLater, type LondonDay, weekdayOf } from './london.ts'
import { addMonths } from './months.ts'

/** Returns the first day of the period that contains a day. Weeks start on Monday, as in ISO 8601. */
export const periodOf = (day: LondonDay, grouping: Grouping): LondonDay => {
  if (grouping === 'day') return day
  if (grouping === 'month') return `${day.slice(0, 7)}-01`
  return daysLater(day, -((weekdayOf(day) + 6) % 7))
}

const nextPeriod = (period: LondonDay, grouping: Grouping): LondonDay => {
  if (grouping === 'day') return daysLater(period, 1)
  if (grouping === 'week') return daysLater(period, 7)
  return periodOf(daysLater(period, 31), 'month')
}

/** Returns every period between two days, both included. */
export const periodsBetween = (start: LondonDay, end: LondonDay, grouping: Grouping): LondonDay[] => {
  const periods: LondonDay[] = []
  for (let period = periodOf(start, grouping); period <= end; period = nextPeriod(period, grouping))
    periods.push(period)
  return periods
}

const monthInWords = (day: LondonDay): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/**
 * Returns the label of a period: 'November 2026', 'Week of 16 November 2026 to 22 November 2026', '20 November 2026'.
 */
export const periodLabel = (period: LondonDay, grouping: Grouping): string => {
  if (grouping === 'month') return monthInWords(period)
  if (grouping === 'week') return `Week of ${dateInWords(period)} to ${dateInWords(daysLater(period, 6))}`
  return dateInWords(period)
}

/** Returns the same day six months earlier, or the last day of that month if it is too short. */
export const sixMonthsBefore = (day: LondonDay): LondonDay =>
  addMonths(new Date(day), -6).toISOString().slice(0, 10)
