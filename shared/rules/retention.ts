import { type Period, type Retained, retentionPeriods } from '../values/retention.ts'

/**
 * The first moment at which a record of this kind is not kept any more: ISO time. A month that is too short
 * for the day ends with its last day.
 */
export const keptUntil = (kind: Retained, from: Date): string => {
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
