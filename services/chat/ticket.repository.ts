import * as z from 'zod'
import { type Ticket, ticket, type ticketForm } from '../../shared/contract/chat.ts'
import { londonDayOf } from '../../shared/rules/london.ts'
import { keptUntil } from '../../shared/rules/retention.ts'
import { brand } from '../../shared/values/brand.ts'
import { keepTicketSeconds } from '../../shared/values/limits.ts'
import { hashOf } from '../platform/crypto.ts'
import { mailWrite } from '../platform/mail/outbox.ts'
import { stillThere } from '../platform/member.ts'
import { refused } from '../platform/refusal.ts'
import { keys, ticketPrefix } from '../platform/table/keys.ts'
import { putNew, type Table, type Write } from '../platform/table/table.ts'

type Written = z.infer<typeof ticketForm>

interface NewTicket {
  readonly from: { readonly user_id: string; readonly email: string; readonly full_name: string }
  readonly written: Written
  /** The working day that is promised for the answer. */
  readonly answeredBy: string
  /** Where the member finds their tickets. */
  readonly link: string
  readonly now: Date
}

const ticketRecord = z.object({
  entity: z.literal('ticket'),
  id: z.string(),
  topic: z.string(),
  country: ticket.shape.country,
  message: z.string(),
  created_at: z.string(),
  answered_by: z.string(),
  expiresAtEpochSeconds: z.number(),
})
type TicketRecord = z.infer<typeof ticketRecord>

/** Short enough to read out on the phone; unique for one person. */
const idLength = 8

/** The same words from the same person on the same day are the same ticket, sent once more. */
const idOf = ({ from, written, now }: NewTicket): string =>
  hashOf(JSON.stringify([from.user_id, written.topic, written.country, written.message, londonDayOf(now)]))
    .slice(0, idLength)
    .toUpperCase()

const toTicket = (record: TicketRecord): Ticket => ({
  id: record.id,
  topic: record.topic,
  country: record.country,
  message: record.message,
  createdAt: record.created_at,
  answeredBy: record.answered_by,
})

/** To those who answer, whose answer goes straight to the member, and a receipt to the member. */
const mailWrites = (id: string, { from, written, answeredBy, link, now }: NewTicket): Write[] => [
  mailWrite({
    cause: `ticket:${from.user_id}:${id}`,
    to: brand.supportEmail,
    replyTo: from.email,
    content: { template: 'ticket', ...written, name: from.full_name, email: from.email, answeredBy, id },
    now,
  }),
  mailWrite({
    cause: `ticket-receipt:${from.user_id}:${id}`,
    to: from.email,
    content: { template: 'ticket-receipt', ...written, name: from.full_name, answeredBy, id, link },
    now,
  }),
]

/** Questions that members leave for the advisers. */
export const ticketRepository = (table: Table) => {
  const of = async (userId: string, now: Date): Promise<Ticket[]> => {
    const items = await table.list(keys.ticket(userId, '', '').pk, ticketPrefix)
    return items
      .map((item) => ticketRecord.parse(item))
      .filter(({ expiresAtEpochSeconds }) => expiresAtEpochSeconds * 1000 > now.getTime())
      .map(toTicket)
      .toReversed()
  }
  return {
    /** The tickets of a person, newest first. */
    of,

    /** Keeps a ticket together with the two mails about it; one that came in before stays as it was. */
    async receive(asked: NewTicket): Promise<Pick<Ticket, 'id' | 'answeredBy'>> {
      const { from, written, answeredBy, now } = asked
      const id = idOf(asked)
      const createdAt = now.toISOString()
      const record: TicketRecord = {
        entity: 'ticket',
        id,
        ...written,
        created_at: createdAt,
        answered_by: answeredBy,
        expiresAtEpochSeconds: Math.ceil(now.getTime() / 1000) + keepTicketSeconds,
      }
      // What is lost here is lost to an earlier try with the same words, which did all of this.
      const item = { ...record, ...keys.retention(keptUntil('ticket', now)) }
      const { lost } = await table.transact(
        stillThere(from.user_id, 'gone'),
        putNew(keys.ticket(from.user_id, createdAt, id), item, 'received_before'),
        ...mailWrites(id, asked),
      )
      if (lost === undefined) return { id, answeredBy }
      if (lost === 'gone') throw refused('unauthorized')
      const earlier = (await of(from.user_id, now)).find((one) => one.id === id)
      return { id, answeredBy: earlier?.answeredBy ?? answeredBy }
    },
  }
}

export type TicketRepository = ReturnType<typeof ticketRepository>
