import { type LondonDay, londonDayOf } from './london.ts'

/** Number of months that the figures cover, with the current one. */
const monthCount = 12

/** Returns the month in London at an instant: `2026-11`. */
export const londonMonthOf = (instant: Date): string => londonDayOf(instant).slice(0, 7)

/** Returns the months that the figures cover, oldest first. */
export const monthsUntil = (now: Date): string[] => {
  const [year = 0, month = 1] = londonDayOf(now).split('-').map(Number)
  return Array.from({ length: monthCount }, (_, index) =>
    new Date(Date.UTC(year, month - monthCount + index, 1)).toISOString().slice(0, 7),
  )
}

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
  const day = londonDayOf(answeredAt === null ? now : new Date(answeredAt))
  if (day > dueOn) return 'late'
  return answeredAt === null ? undefined : 'on-time'
}
