/** Calendar months in UTC, with which Stripe calculates its periods. Luxon would add 71 KB to each function. */

const averageMonthDays = 365.2425 / 12

const daySeconds = 24 * 3600

/** Returns the length of a period in months. The period must be a whole number of months. Times are epoch seconds. */
export const monthsBetween = (start: number, end: number): number =>
  Math.round((end - start) / daySeconds / averageMonthDays)

/** Adds months to a date. A day that the month does not have becomes its last day. */
export const addMonths = (date: Date, months: number): Date => {
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  const later = new Date(date)
  later.setUTCFullYear(
    lastDay.getUTCFullYear(),
    lastDay.getUTCMonth(),
    Math.min(date.getUTCDate(), lastDay.getUTCDate()),
  )
  return later
}

/** Adds months to a time in epoch seconds. */
export const monthsLater = (epochSeconds: number, months: number): number =>
  addMonths(new Date(epochSeconds * 1000), months).getTime() / 1000
