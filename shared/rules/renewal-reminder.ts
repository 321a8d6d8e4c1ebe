import { monthsBetween } from './months.ts'

/** A subscription's interval, start and next renewal. Times are epoch seconds. */
export interface Renewal {
  readonly interval: 'month' | 'year'
  readonly startedEpochSeconds: number
  readonly renewsEpochSeconds: number
}

/** Days before a renewal at which customers are reminded. */
export type ReminderDays = 30 | 7

const daySeconds = 24 * 3600

/** Monthly subscriptions are announced at every sixth renewal. */
const monthsBetweenReminders = 6

const isHalfYearly = ({ startedEpochSeconds, renewsEpochSeconds }: Renewal): boolean =>
  monthsBetween(startedEpochSeconds, renewsEpochSeconds) % monthsBetweenReminders === 0

/**
 * Returns the reminder that is due now: 30 and 7 days before the renewal of an annual subscription, and 7 days before
 * every sixth renewal of a monthly one. A reminder stays due until the next one, so that the run after a missed one
 * still sends it.
 */
export const dueReminder = (renewal: Renewal, now: Date): ReminderDays | undefined => {
  const left = renewal.renewsEpochSeconds - now.getTime() / 1000
  if (left <= 0) return undefined
  if (renewal.interval === 'month') return left <= 7 * daySeconds && isHalfYearly(renewal) ? 7 : undefined
  if (left <= 7 * daySeconds) return 7
  return left <= 30 * daySeconds ? 30 : undefined
}
