import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { type ListedTicket, type Ticket, ticket, type ticketForm } from '#shared/contract/tickets.ts'
import { followUpUntil } from '#shared/rules/inbox.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { brand } from '#shared/values/brand.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import {
  inboxIdOfTicket,
  inboxRecord,
  inboxWrite,
  type MessageRecord,
  messageRecord,
  toMessages,
} from '#platform/table/inbox.ts'
import { keys, ticketPrefix } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew, type Write } from '#platform/table/write.ts'
import { placeOfTicket, readPage } from './ticket-page.ts'

interface NewTicket {
  readonly from: { readonly user_id: string; readonly email: string; readonly full_name: string }
  readonly form: z.infer<typeof ticketForm>
  /** The promised working day of the reply. */
  readonly answeredBy: string
  /** Page where members see their tickets. */
  readonly link: string
  readonly now: Date
}

export const ticketRecord = z.object({
  entity: z.literal('ticket'),
  id: z.string(),
  topic: z.string(),
  country: ticket.shape.country,
  message: z.string(),
  created_at: z.string(),
  answered_by: z.string(),
  expires_at_epoch_seconds: z.number(),
})
type TicketRecord = z.infer<typeof ticketRecord>

/** A ticket, or a message of one. */
const storedItem = z.discriminatedUnion('entity', [
  ticketRecord,
  z.extend(messageRecord, { entity: z.literal('ticket_message') }),
])

/** Short enough to read out on the phone. Ids are unique within an account. */
const idLength = 8

/** Derives the id from account, text and London day, so a request sent twice is one ticket. */
const idOf = ({ from, form, now }: NewTicket): string =>
  hashOf(JSON.stringify([from.user_id, form.topic, form.country, form.message, londonDayOf(now)]))
    .slice(0, idLength)
    .toUpperCase()

/** Returns a ticket with its messages, which are in any order. A follow-up question has its own promised day. */
const toTicket = (record: TicketRecord, unordered: readonly MessageRecord[]): Ticket => {
  const messages = unordered.toSorted((a, b) => compareCodeUnits(a.at, b.at))
  return {
    id: record.id,
    topic: record.topic,
    country: record.country,
    message: record.message,
    createdAt: record.created_at,
    answeredBy: messages.findLast(({ from }) => from === 'member')?.answered_by ?? record.answered_by,
    messages: toMessages(messages),
    followUpUntil: followUpUntil(messages)?.toISOString() ?? null,
  }
}

/** Queues the email to the advisers, whose replies go to the member, and the receipt to the member. */
const emailWrites = (
  id: string,
  { from, form, answeredBy, link, now }: NewTicket,
): Write<'already_queued'>[] => {
  const content = { ...form, name: from.full_name, answered_by: answeredBy, id }
  return [
    emailWrite({
      cause: `ticket:${from.user_id}:${id}`,
      to: brand.supportEmail,
      replyTo: from.email,
      content: { template: 'ticket', ...content, email: from.email },
      now,
    }),
    emailWrite({
      cause: `ticket-receipt:${from.user_id}:${id}`,
      to: from.email,
      content: { template: 'ticket-receipt', ...content, link },
      now,
    }),
  ]
}

/**
 * Adds the states and kinds that tickets have in the inbox. The due day of an open ticket can be later than the
 * promised day.
 */
const withStates = async (
  table: Table,
  userId: string,
  tickets: readonly Ticket[],
): Promise<ListedTicket[]> => {
  const items = await table.findMany(
    tickets.map(({ id }) => keys.inboxItem(inboxIdOfTicket(userId, id))),
    inboxRecord,
  )
  const byReference = new Map(items.map((item) => [item.reference, item]))
  return tickets.map((one) => {
    const { state = 'open', kind = 'question', due_on: dueOn = '' } = byReference.get(one.id) ?? {}
    const isDueLater = state === 'open' && dueOn > one.answeredBy
    return { ...one, state, kind, answeredBy: isDueLater ? dueOn : one.answeredBy }
  })
}

/** Tickets on a page of the member's own list. */
const memberPageSize = 100
/** Tickets on a page of the lists for admins. */
const adminPageSize = 50
/** A ticket usually has one or two messages. */
const itemsPerRequest = 150

const isStored = ({ expires_at_epoch_seconds }: TicketRecord, now: Date): boolean =>
  expires_at_epoch_seconds * 1000 > now.getTime()

interface Selection {
  /** Start of the places of the tickets. Default: all tickets. */
  readonly prefix?: string
  /** Place of the ticket that they follow. */
  readonly after?: string | undefined
}

/** Yields the tickets of an account with their messages, newest first. Reads only as many as are used. */
async function* eachTicket(
  table: Table,
  userId: string,
  now: Date,
  { prefix = '', after }: Selection = {},
): AsyncGenerator<Ticket> {
  const { pk } = keys.ticket(userId, '', '')
  const start = after === undefined ? undefined : { pk, sk: `${ticketPrefix}${after}` }
  let messages: MessageRecord[] = []
  for await (const item of table.eachBackwards(pk, `${ticketPrefix}${prefix}`, itemsPerRequest, start)) {
    const record = parseItem(storedItem, item)
    if (record.entity === 'ticket_message') {
      messages.push(record)
      continue
    }
    // All that follow are older.
    if (!isStored(record, now)) return
    yield toTicket(record, messages)
    messages = []
  }
}

/** Stores the questions that members submit to the advisers. */
export const ticketRepository = (table: Table) => {
  const find = async (userId: string, place: string, now: Date): Promise<Ticket | undefined> => {
    const { value } = await eachTicket(table, userId, now, { prefix: place }).next()
    return value ?? undefined
  }
  return {
    /**
     * Lists a page of the tickets of an account with their states in the inbox, newest first.
     *
     * @param after place of the ticket that the page follows. Default: the first page
     */
    async listWithStates(userId: string, after: string | undefined, now: Date) {
      const { tickets, next } = await readPage(eachTicket(table, userId, now, { after }), memberPageSize)
      return { data: await withStates(table, userId, tickets), next }
    },

    /**
     * Lists a page of the tickets of an account for admins and advisers, newest first.
     *
     * @param after place of the ticket that the page follows. Default: the first page
     */
    listPage: (userId: string, after: string | undefined, now: Date) =>
      readPage(eachTicket(table, userId, now, { after }), adminPageSize),

    /** Finds the ticket at a place among those of an account, with its messages. */
    find,

    /** Finds the ticket of an account with this number, with its messages. */
    async findById(userId: string, id: string, now: Date): Promise<Ticket | undefined> {
      const item = await table.find(keys.inboxItem(inboxIdOfTicket(userId, id)), inboxRecord)
      return item && find(userId, placeOfTicket({ createdAt: item.received_at, id }), now)
    },

    /**
     * Stores a ticket and queues its two emails in one transaction. Changes nothing if the same ticket
     * exists already.
     *
     * @throws ApiError `unauthorized` when the account was deleted
     */
    async submit(newTicket: NewTicket): Promise<Pick<Ticket, 'id' | 'answeredBy'>> {
      const { from, form, answeredBy, now } = newTicket
      const id = idOf(newTicket)
      const createdAt = now.toISOString()
      const until = retainedUntil('ticket', now)
      const record: TicketRecord = {
        entity: 'ticket',
        id,
        ...form,
        created_at: createdAt,
        answered_by: answeredBy,
        expires_at_epoch_seconds: Math.ceil(Date.parse(until) / 1000),
      }
      const item = { ...record, ...keys.retention(until) }
      const { failedCondition } = await table.transact(
        requireActiveAccount(from.user_id, 'gone'),
        putNew(keys.ticket(from.user_id, createdAt, id), item, 'duplicate'),
        inboxWrite(
          {
            id: inboxIdOfTicket(from.user_id, id),
            user_id: from.user_id,
            reference: id,
            name: from.full_name,
            topic: form.topic,
          },
          now,
        ),
        ...emailWrites(id, newTicket),
      )
      if (failedCondition === 'gone') throw apiError('unauthorized')
      // Any other failed condition means that an earlier request stored this ticket and queued its emails. It was on the
      // same London day, so it has promised the same day.
      return { id, answeredBy }
    },
  }
}

export type TicketRepository = ReturnType<typeof ticketRepository>
