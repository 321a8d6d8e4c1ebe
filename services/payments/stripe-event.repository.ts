import * as z from 'zod/mini'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew, type Write } from '#platform/table/write.ts'

/** Retention of a processed Stripe event, in days: Stripe retries for 3 and keeps events for 30. */
const eventDays = 35

/**
 * A Stripe event that is being processed. It is recorded in the same transaction as its effect, so a repeat has no
 * effect.
 */
export interface Cause {
  readonly eventId: string
  readonly type: string
}

/** Returns the write that records an event as processed. It fails with `event_seen` if the event was recorded before. */
export const eventWrite = (cause: Cause, now: Date): Write<'event_seen'> =>
  putNew(
    keys.event(cause.eventId),
    {
      entity: 'event',
      type: cause.type,
      handled_at: now.toISOString(),
      expires_at_epoch_seconds: Math.ceil(now.getTime() / 1000) + eventDays * 24 * 3600,
    },
    'event_seen',
  )

const isRecorded = async (table: Table, id: string): Promise<boolean> =>
  (await table.find(keys.event(id), z.object({}))) !== undefined

const emailOf = (eventId: string) => `email:${eventId}`
const failureOf = (refundId: string) => `refund-failed:${refundId}`

/** Stores the ids of the Stripe events that were processed, or emailed by the reconciliation, and of reported refunds. */
export const stripeEventRepository = (table: Table) => ({
  /** Returns whether the event was processed before. */
  isProcessed: (eventId: string): Promise<boolean> => isRecorded(table, eventId),

  /** Records an event that has no effect here. */
  async record(cause: Cause, now: Date): Promise<void> {
    await table.transact(eventWrite(cause, now))
  },

  /** Returns whether the reconciliation has sent the email about an event that it did not find processed. */
  isEmailed: (eventId: string): Promise<boolean> => isRecorded(table, emailOf(eventId)),

  /** Records that the reconciliation has sent the email about an event. The event does not count as processed. */
  async recordEmailed({ eventId, type }: Cause, now: Date): Promise<void> {
    await table.transact(eventWrite({ eventId: emailOf(eventId), type }, now))
  },

  /** Returns whether the failure of a refund was reported to staff. */
  isFailureReported: (refundId: string): Promise<boolean> => isRecorded(table, failureOf(refundId)),

  /** Records that the failure of a refund was reported to staff. */
  async recordFailureReported(refundId: string, now: Date): Promise<void> {
    await table.transact(eventWrite({ eventId: failureOf(refundId), type: 'refund.failed' }, now))
  },
})

export type StripeEventRepository = ReturnType<typeof stripeEventRepository>
