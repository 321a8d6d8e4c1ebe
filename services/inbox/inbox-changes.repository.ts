import type { AdminAction } from '#shared/contract/admin.ts'
import { contactRepository } from '#services/contact/public.ts'
import { ticketMessageWrite } from '#services/tickets/public.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { type Actor, auditWrite } from '#platform/table/audit.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { type InboxRecord, type MessageRecord, waitingSince } from '#platform/table/inbox.ts'
import type { Table } from '#platform/table/table.ts'
import type { Write } from '#platform/table/write.ts'
import type { Conversation } from './conversation.ts'
import { stateWrite } from './state-write.ts'

/** Outcome of a change: `conflict` means that the item changed since it was read. */
export type ChangeOutcome = 'done' | 'duplicate' | 'conflict' | 'gone'

export interface NewReply extends Actor {
  readonly text: string
  readonly acknowledges: boolean
  readonly conversation: Conversation
  /** Page where members see their tickets. */
  readonly link: string
}

const inboxAuditWrite = (
  action: AdminAction,
  { user_id, reference }: InboxRecord,
  { adminId, now }: Actor,
): Write<'audit_taken'> =>
  auditWrite({
    action,
    by: { id: adminId },
    subject: user_id === null ? { kind: 'inbox' } : { kind: 'user', id: user_id },
    about: user_id === null ? `message ${reference}` : `ticket ${reference}`,
    now,
  })

const outcomeOf = async (
  table: Table,
  writes: readonly Write<'duplicate' | 'gone' | 'already_queued' | 'conflict' | 'audit_taken'>[],
): Promise<ChangeOutcome> => {
  const { failedCondition } = await table.transact(...writes)
  if (failedCondition === undefined) return 'done'
  // A repeated reply fails because its message exists or, for 30 days, because its email is recorded.
  if (failedCondition === 'already_queued') return 'duplicate'
  return failedCondition === 'duplicate' || failedCondition === 'conflict' ? failedCondition : 'gone'
}

/** Returns the writes that store a message, or undefined if the contact message was deleted. */
const messageWrites = async (
  table: Table,
  item: InboxRecord,
  id: string,
  message: Omit<MessageRecord, 'entity' | 'reference'>,
): Promise<Write<'duplicate' | 'gone'>[] | undefined> => {
  if (item.user_id !== null)
    return [
      ticketMessageWrite(
        { user_id: item.user_id, reference: item.reference, created_at: item.received_at },
        id,
        message,
      ),
      requireActiveAccount(item.user_id, 'gone'),
    ]
  const contact = contactRepository(table)
  const found = await contact.find(item.id)
  return found && contact.replyWrites(found.message, id, message)
}

/** Returns the write that queues the email with a reply. It quotes the latest question. */
const replyEmailWrite = (item: InboxRecord, id: string, reply: NewReply): Write<'already_queued'> => {
  const { conversation, text, acknowledges, link, now } = reply
  return emailWrite({
    cause: `inbox-reply:${item.id}:${id}`,
    to: conversation.sender.email,
    content: {
      template: 'inbox-reply',
      name: item.name,
      topic: item.topic,
      reference: item.reference,
      asked_at: item.asked_at,
      question:
        conversation.messages.findLast(({ from }) => from === 'member')?.text ?? conversation.question,
      reply: text,
      acknowledges,
      kind: item.kind,
      link: item.user_id === null ? null : link,
    },
    now,
  })
}

/** Writes the changes that admins make in the inbox, each in one transaction with its audit entry. */
export const inboxChangesRepository = (table: Table) => ({
  /**
   * Stores a reply, queues its email and marks the item as answered, or a complaint as acknowledged.
   *
   * @param after the item as it is after the reply
   */
  async reply(before: InboxRecord, after: InboxRecord, newReply: NewReply): Promise<ChangeOutcome> {
    const { text, acknowledges, now } = newReply
    const id = hashOf(JSON.stringify(['reply', waitingSince(before), acknowledges, text])).slice(0, 32)
    const { kind } = before
    const message = { from: 'adviser', text, acknowledges, kind, at: now.toISOString() } as const
    const stored = await messageWrites(table, before, id, message)
    if (stored === undefined) return 'gone'
    return outcomeOf(table, [
      ...stored,
      replyEmailWrite(before, id, newReply),
      stateWrite(before, after, now),
      inboxAuditWrite(acknowledges ? 'inbox-acknowledged' : 'inbox-answered', before, newReply),
    ])
  },

  /** Records a reply that was sent elsewhere, and marks the item as answered. */
  async answeredElsewhere(before: InboxRecord, after: InboxRecord, actor: Actor): Promise<ChangeOutcome> {
    const id = hashOf(JSON.stringify(['elsewhere', waitingSince(before)])).slice(0, 32)
    const { kind } = before
    const message = { from: 'adviser', acknowledges: false, kind, at: actor.now.toISOString() } as const
    const stored = await messageWrites(table, before, id, message)
    if (stored === undefined) return 'gone'
    return outcomeOf(table, [
      ...stored,
      stateWrite(before, after, actor.now),
      inboxAuditWrite('inbox-answered-elsewhere', before, actor),
    ])
  },

  /** Changes the kind, the acknowledgement or the state of an item. */
  change: (
    before: InboxRecord,
    after: InboxRecord,
    action: AdminAction,
    actor: Actor,
  ): Promise<ChangeOutcome> =>
    outcomeOf(table, [stateWrite(before, after, actor.now), inboxAuditWrite(action, before, actor)]),
})

export type InboxChangesRepository = ReturnType<typeof inboxChangesRepository>
