import type { Ticket } from '#shared/contract/tickets.ts'
import { brand } from '#shared/values/brand.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { inboxIdOfTicket, reopenWrite } from '#platform/table/inbox.ts'
import type { Table } from '#platform/table/table.ts'
import { ticketMessageWrite } from './ticket-messages.ts'

interface NewFollowUp {
  readonly from: { readonly user_id: string; readonly email: string; readonly full_name: string }
  readonly ticket: Ticket
  readonly message: string
  /** The promised working day of the reply. */
  readonly answeredBy: string
  readonly now: Date
}

/** Stores follow-up questions to answered tickets. */
export const followUpRepository = (table: Table) => ({
  /**
   * Stores a follow-up question, opens the ticket in the inbox and queues the email to the advisers, in one
   * transaction. Each reply can be followed by one question, so concurrent requests store one of them.
   *
   * @returns `stale` if another request has stored a question since the ticket was read
   * @throws ApiError `unauthorized` when the account was deleted, `not_found` when the ticket was
   */
  async add({ from, ticket, message, answeredBy, now }: NewFollowUp): Promise<'stored' | 'stale'> {
    const at = now.toISOString()
    const { id, topic, country, createdAt, messages } = ticket
    const messageId = hashOf(JSON.stringify(['follow-up', messages.length])).slice(0, 32)
    const { failedCondition } = await table.transact(
      requireActiveAccount(from.user_id, 'gone'),
      ticketMessageWrite({ user_id: from.user_id, reference: id, created_at: createdAt }, messageId, {
        from: 'member',
        text: message,
        acknowledges: false,
        at,
        answered_by: answeredBy,
      }),
      reopenWrite(
        { id: inboxIdOfTicket(from.user_id, id), asked_at: at, due_on: answeredBy },
        'ticket_deleted',
      ),
      emailWrite({
        cause: `ticket-follow-up:${from.user_id}:${id}:${messageId}`,
        to: brand.supportEmail,
        replyTo: from.email,
        content: {
          template: 'ticket',
          name: from.full_name,
          email: from.email,
          topic,
          country,
          message,
          answered_by: answeredBy,
          id,
          follow_up: true,
        },
        now,
      }),
    )
    if (failedCondition === 'gone') throw apiError('unauthorized')
    if (failedCondition === 'ticket_deleted') throw apiError('not_found')
    return failedCondition === undefined ? 'stored' : 'stale'
  },
})

export type FollowUpRepository = ReturnType<typeof followUpRepository>
