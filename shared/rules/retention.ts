import { type Period, type RetainedKind, retentionPeriods } from '../values/retention.ts'

/**
 * Returns when the retention period of a record ends, as an ISO time. If the target month is too short for the day, the
 * period ends on the last day of that month.
 */
export const retainedUntil = (kind: RetainedKind, from: Date): string => {
  const { years = 0, months = 0, days = 0 }: Period = retentionPeriods[kind]
  const until = new Date(from)
  const dayOfMonth = until.getUTCDate()
  until.setUTCDate(1)
  until.setUTCMonth(until.getUTCMonth() + years * 12 + months)
  const lastDay = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 1, 0)).getUTCDate()
  until.setUTCDate(Math.min(dayOfMonth, lastDay))
  until.setUTCDate(until.getUTCDate() + days)
  return until.toISOString()
}
