import { retentionPeriods } from '../values/retention.ts'
import { daysLater, type LondonDay, londonDayOf } from './london.ts'

/** A request to delete old conversations by hand, at a chat provider without an API for it. Times are ISO. */
export interface ChatDeletion {
  /** Conversations whose last message was sent before this day, in London, have to be deleted. */
  readonly cutoff: LondonDay
  /** Time of the first reminder since the last confirmed deletion. */
  readonly requestedAt: string
  /** The London day of the last reminder. */
  readonly remindedOn: LondonDay
  /** Time at which an admin confirmed the deletion. Undefined until then. */
  readonly confirmedAt?: string | undefined
}

/** Days between two reminders of an unconfirmed deletion. */
const repeatDays = 7

/** Returns the first day of this month in London, less the retention period. */
const cutoffOf = (now: Date): LondonDay => {
  const [year = 0, month = 0] = londonDayOf(now).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - retentionPeriods.chat.months, 1)).toISOString().slice(0, 10)
}

/**
 * Returns the deletion to send a reminder about now, or undefined if no reminder is due. A new deletion is due each
 * month. It includes the conversations of an unconfirmed earlier one.
 */
export const chatDeletionReminder = (
  latest: ChatDeletion | undefined,
  now: Date,
): ChatDeletion | undefined => {
  const [cutoff, remindedOn] = [cutoffOf(now), londonDayOf(now)]
  const isConfirmed = latest?.confirmedAt !== undefined
  if (latest === undefined || latest.cutoff < cutoff) {
    const requestedAt = latest === undefined || isConfirmed ? now.toISOString() : latest.requestedAt
    return { cutoff, requestedAt, remindedOn }
  }
  return isConfirmed || remindedOn < daysLater(latest.remindedOn, repeatDays)
    ? undefined
    : { ...latest, remindedOn }
}
