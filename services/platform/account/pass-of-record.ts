import type { Pass, PassPurchase } from '#shared/rules/pass.ts'
import type { PassRecord } from './records.ts'

const toPurchase = ({
  paid_at: paidAt,
  minutes,
  reversed,
  reversed_at: reversedAt,
  reversal,
  start_request_wording: wording,
  start_requested_at: at,
}: PassRecord['purchases'][string]): PassPurchase => ({
  paidAt,
  ...(minutes === undefined ? {} : { minutes }),
  reversed,
  ...(reversedAt === undefined ? {} : { reversedAt }),
  ...(reversal === undefined ? {} : { reversal }),
  ...(wording === undefined || at === undefined ? {} : { startRequest: { wording, at } }),
})

/** Converts the record of a pass to the pass that the rules read. */
export const passOfRecord = (record: PassRecord): Pass => ({
  paidAt: record.paid_at,
  unusedDays: record.unused_days,
  restoredAt: record.restored_at,
  startedAt: record.started_at,
  endedAt: record.ended_at,
  lastSeenAt: record.last_seen_at,
  unseenReplyAt: record.unseen_reply_at,
  chatEndedAt: record.chat_ended_at,
  purchases: Object.fromEntries(
    Object.entries(record.purchases).map(([session, purchase]) => [session, toPurchase(purchase)]),
  ),
})
