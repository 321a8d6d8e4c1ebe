import { type Period, type RetainedKind, retentionPeriods } from '../values/retention.ts'
import { addMonths } from './months.ts'

/**
 * Returns when the retention period of a record ends, as an ISO time. If the target month is too short for the day, the
 * period ends on the last day of that month.
 */
export const retainedUntil = (kind: RetainedKind, from: Date): string => {
  const { years = 0, months = 0, days = 0 }: Period = retentionPeriods[kind]
  const until = addMonths(from, years * 12 + months)
  until.setUTCDate(until.getUTCDate() + days)
  return until.toISOString()
}
