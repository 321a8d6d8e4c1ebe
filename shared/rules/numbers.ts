import { DateTime } from 'luxon'
import { businessTimeZone, type LondonDay } from './london.ts'

/** Number of months that the figures cover, with the current one. */
const monthCount = 12

const inLondon = (instant: Date): DateTime => DateTime.fromJSDate(instant, { zone: businessTimeZone })

const monthOf = (time: DateTime): string => time.toFormat('yyyy-MM')

/** Returns the month in London at an instant: `2026-11`. */
export const londonMonthOf = (instant: Date): string => monthOf(inLondon(instant))

/** Returns the months that the figures cover, oldest first. */
export const monthsUntil = (now: Date): string[] =>
  Array.from({ length: monthCount }, (_, index) =>
    monthOf(inLondon(now).minus({ months: monthCount - 1 - index })),
  )

/** Adds up values by month. Values of other months are left out. */
export const sumByMonth = (
  months: readonly string[],
  values: readonly { readonly month: string; readonly value: number }[],
): ReadonlyMap<string, number> => {
  const sums = new Map(months.map((month) => [month, 0]))
  for (const { month, value } of values) {
    const sum = sums.get(month)
    if (sum !== undefined) sums.set(month, sum + value)
  }
  return sums
}

/** Facts of a ticket that decide whether its reply was in time. */
export interface TicketFacts {
  readonly dueOn: LondonDay
  /** ISO time. Null while it waits for a reply. */
  readonly answeredAt: string | null
}

/** Decides whether the reply to a ticket was sent in time. Undefined while there is still time. */
export const timeliness = ({ dueOn, answeredAt }: TicketFacts, now: Date): 'on-time' | 'late' | undefined => {
  const day = inLondon(answeredAt === null ? now : new Date(answeredAt)).toFormat('yyyy-MM-dd')
  if (day > dueOn) return 'late'
  return answeredAt === null ? undefined : 'on-time'
}
