import { retainedUntil } from '#shared/rules/retention.ts'
import type { MessageRecord } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { putNew, type Write } from '#platform/table/write.ts'

/** The ticket that a message belongs to. `created_at` is an ISO time. */
export interface TicketReference {
  readonly user_id: string
  readonly reference: string
  readonly created_at: string
}

/**
 * Returns the write that stores a reply or follow-up question with its ticket. It is kept for as long as the
 * ticket.
 *
 * @param id derived from the message, so that a repeated request fails with the outcome `duplicate`
 */
export const ticketMessageWrite = (
  ticket: TicketReference,
  id: string,
  message: Omit<MessageRecord, 'entity' | 'reference'>,
): Write<'duplicate'> => {
  const until = retainedUntil('ticket', new Date(ticket.created_at))
  const record: MessageRecord = { entity: 'ticket_message', reference: ticket.reference, ...message }
  return putNew(
    keys.ticketMessage(ticket.user_id, ticket.created_at, ticket.reference, id),
    {
      ...record,
      ...keys.retention(until),
      expires_at_epoch_seconds: Math.ceil(Date.parse(until) / 1000),
    },
    'duplicate',
  )
}
