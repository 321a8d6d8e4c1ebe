/** Calendar months in UTC, with which Stripe calculates its periods. Luxon would add 71 KB to each function. */

/** Days. */
const averageMonth = 365.2425 / 12

const daySeconds = 24 * 3600

/** Returns the number of months of a period that is a whole number of months. Times are epoch seconds. */
export const monthsBetween = (start: number, end: number): number =>
  Math.round((end - start) / daySeconds / averageMonth)

/** Adds months to a time in epoch seconds. A day that the month does not have becomes its last day. */
export const monthsLater = (epochSeconds: number, months: number): number => {
  const time = new Date(epochSeconds * 1000)
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months + 1, 0))
  time.setUTCFullYear(
    lastDay.getUTCFullYear(),
    lastDay.getUTCMonth(),
    Math.min(time.getUTCDate(), lastDay.getUTCDate()),
  )
  return time.getTime() / 1000
}
