import {
  acknowledgeWorkingDays,
  complaintWorkingDays,
  dataProtectionDays,
  followUpDays,
  type InboxKind,
} from '../values/inbox.ts'
import { daysLater, type LondonDay, londonDayOf } from './london.ts'
import { nextWorkingDay, workingDaysAfter } from './working-days.ts'

/** Facts that decide when an item is due. Times are ISO. */
export interface DueFacts {
  readonly kind: InboxKind
  /** Time of the latest question. */
  readonly askedAt: string
  /** Time at which a complaint was acknowledged. */
  readonly acknowledgedAt?: string | undefined
}

/**
 * Returns the London day by which the next step is due: the reply to a question, the acknowledgement of a complaint
 * and then its answer, or the answer to a data protection request.
 */
export const dueDay = ({ kind, askedAt, acknowledgedAt }: DueFacts): LondonDay => {
  const asked = new Date(askedAt)
  switch (kind) {
    case 'question':
      return nextWorkingDay(asked)
    case 'complaint':
      return acknowledgedAt === undefined
        ? workingDaysAfter(asked, acknowledgeWorkingDays)
        : workingDaysAfter(new Date(acknowledgedAt), complaintWorkingDays)
    case 'data-protection':
      return daysLater(londonDayOf(asked), dataProtectionDays)
  }
}

/** Decides whether the due day is over. */
export const isLate = (dueOn: LondonDay, now: Date): boolean => dueOn < londonDayOf(now)

const dayMs = 24 * 3600_000

/** A message of a conversation about a ticket. Times are ISO. */
export interface ConversationMessage {
  readonly from: 'adviser' | 'member'
  readonly at: string
  readonly acknowledges: boolean
}

/**
 * Returns the time until which a member may ask a follow-up question: 14 days after the reply. Undefined while the
 * latest question has no reply.
 *
 * @param messages oldest first
 */
export const followUpUntil = (messages: readonly ConversationMessage[]): Date | undefined => {
  const last = messages.findLast(({ acknowledges }) => !acknowledges)
  return last?.from === 'adviser' ? new Date(Date.parse(last.at) + followUpDays * dayMs) : undefined
}
