import * as z from 'zod/mini'
import type { TicketMessage } from '#shared/contract/tickets.ts'
import { dueDay } from '#shared/rules/inbox.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { inboxKinds, inboxStates } from '#shared/values/inbox.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { hashOf } from '../crypto.ts'
import { keys } from './keys.ts'
import { putNew, update, type Write } from './write.ts'

/**
 * The state of a ticket or contact message in the admins' inbox. It is written in the same transaction as the ticket or
 * message, and kept and deleted with it. Times are ISO.
 */
export const inboxRecord = z.object({
  entity: z.literal('inbox_item'),
  id: z.string(),
  /** The member who submitted the ticket. Null for contact messages. */
  user_id: z.nullable(z.string()),
  /** Number of the ticket, or reference of the contact message. */
  reference: z.string(),
  name: z.string(),
  topic: z.string(),
  kind: z.enum(inboxKinds),
  state: z.enum(inboxStates),
  received_at: z.string(),
  /** Time of the latest question. A follow-up question changes it. */
  asked_at: z.string(),
  /** Time at which an admin reopened the answered item. */
  reopened_at: z.optional(z.string()),
  acknowledged_at: z.optional(z.string()),
  /** True if the latest question was answered by email and recorded by hand. */
  answered_elsewhere: z.optional(z.literal(true)),
  /** The questions that had a reply, oldest first, for the figures. A reopening counts as a question. */
  answers: z.optional(z.array(z.object({ asked_at: z.string(), due_on: z.string(), at: z.string() }))),
  due_on: z.string(),
  /** Position in the list of its state. */
  gsi1sk: z.string(),
})
export type InboxRecord = z.infer<typeof inboxRecord>

/** A reply, or a follow-up question, stored with its ticket or contact message. */
export const messageRecord = z.object({
  entity: z.enum(['ticket_message', 'contact_reply']),
  reference: z.string(),
  from: z.enum(['adviser', 'member']),
  /** Absent for a reply that was sent by email and recorded by hand. */
  text: z.optional(z.string()),
  acknowledges: z.boolean(),
  /** For a reply: the kind of the item when it was sent. Replies from before it was stored have none. */
  kind: z.optional(z.enum(inboxKinds)),
  at: z.string(),
  /** For a follow-up question: the working day, in London, by which an adviser replies. */
  answered_by: z.optional(z.string()),
})
export type MessageRecord = z.infer<typeof messageRecord>

/** Converts stored messages to messages of the contract, oldest first. */
export const toMessages = (records: readonly MessageRecord[]): TicketMessage[] =>
  records
    .map(({ from, at, text = null, acknowledges, kind }) => ({
      from,
      at,
      text,
      acknowledges,
      ...(kind === undefined ? {} : { kind }),
    }))
    .toSorted((a, b) => compareCodeUnits(a.at, b.at))

/** Returns the time from which an item waits for a reply: the latest question, or a later reopening. */
export const waitingSince = (item: Pick<InboxRecord, 'asked_at' | 'reopened_at'>): string =>
  item.reopened_at ?? item.asked_at

/** Returns the answers of an item after a reply to what it waits for. Only the first reply to each question counts. */
export const answersWith = (item: InboxRecord, now: Date): NonNullable<InboxRecord['answers']> => {
  const { answers = [], due_on } = item
  const asked_at = waitingSince(item)
  if (answers.some((answer) => answer.asked_at === asked_at)) return answers
  return [...answers, { asked_at, due_on, at: now.toISOString() }]
}

/** Returns the inbox id of a ticket. The inbox id of a contact message is the message's own id. */
export const inboxIdOfTicket = (userId: string, ticketId: string): string =>
  hashOf(JSON.stringify(['ticket', userId, ticketId]))

/** Returns the index key of an open item: in order of due day, then of question. */
export const openOrder = (item: Pick<InboxRecord, 'due_on' | 'asked_at' | 'id'>) =>
  keys.inboxOf('open', `${item.due_on}#${item.asked_at}#${item.id}`)

type NewItem = Pick<InboxRecord, 'id' | 'user_id' | 'reference' | 'name' | 'topic'>

/** Returns the write that adds a new ticket or contact message to the inbox, as an open question. */
export const inboxWrite = (newItem: NewItem, now: Date): Write<'received_before'> => {
  const at = now.toISOString()
  const until = retainedUntil(newItem.user_id === null ? 'contact' : 'ticket', now)
  const facts = { ...newItem, kind: 'question', asked_at: at } as const
  const due_on = dueDay({ kind: facts.kind, askedAt: at })
  const record: InboxRecord = {
    entity: 'inbox_item',
    ...facts,
    state: 'open',
    received_at: at,
    due_on,
    gsi1sk: openOrder({ ...facts, due_on }).gsi1sk,
  }
  const item = {
    ...record,
    ...openOrder(record),
    ...keys.retention(until),
    expires_at_epoch_seconds: Math.ceil(Date.parse(until) / 1000),
  }
  return putNew(keys.inboxItem(newItem.id), item, 'received_before')
}

/**
 * Returns the write that reopens an answered item for a follow-up question.
 *
 * @param item `due_on` is the working day by which an adviser replies
 * @param otherwise outcome of the transaction when the item does not exist
 */
export const reopenWrite = <Otherwise extends string>(
  item: Pick<InboxRecord, 'id' | 'asked_at' | 'due_on'>,
  otherwise: Otherwise,
): Write<Otherwise> => {
  const { gsi1pk, gsi1sk } = openOrder(item)
  return update(
    keys.inboxItem(item.id),
    'SET #state = :open, asked_at = :asked, due_on = :due, gsi1pk = :pk, gsi1sk = :sk REMOVE acknowledged_at, answered_elsewhere, reopened_at',
    {
      onlyIf: 'attribute_exists(pk)',
      names: { '#state': 'state' },
      values: {
        ':open': 'open',
        ':asked': item.asked_at,
        ':due': item.due_on,
        ':pk': gsi1pk,
        ':sk': gsi1sk,
      },
      otherwise,
    },
  )
}
