import { daysLater, type LondonDay, londonDayOf, weekdayOf } from './london.ts'
import { sessionOn } from './opening-hours.ts'

/**
 * Decides whether a day is a working day: Monday to Friday, except closed dates. The complaints procedure counts
 * working days.
 */
export const isWorkingDay = (day: LondonDay): boolean =>
  weekdayOf(day) >= 1 && weekdayOf(day) <= 5 && sessionOn(day) !== undefined

/** Returns the day that is `count` working days after the London day of `from`, which itself is not counted. */
export const workingDaysAfter = (from: Date, count: number): LondonDay => {
  let day = londonDayOf(from)
  for (let left = count; left > 0;) {
    day = daysLater(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

/** Returns the working day by which a ticket submitted now gets a reply. */
export const nextWorkingDay = (now: Date): LondonDay => workingDaysAfter(now, 1)
