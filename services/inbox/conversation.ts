import type { InboxItemDetails, InboxSender } from '#shared/contract/inbox.ts'
import { minutesLeft } from '#shared/rules/access.ts'
import { contactRepository } from '#services/contact/public.ts'
import { placeOfTicket, type TicketRepository, ticketRepository } from '#services/tickets/public.ts'
import { type Account, currentPassOf, findAccount } from '#platform/account/account.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { planOf } from '#platform/account/plan.ts'
import { inboxIdOfTicket, type InboxRecord, toMessages } from '#platform/table/inbox.ts'
import type { Table } from '#platform/table/table.ts'

type Sender = Omit<InboxSender, 'emailsStopped'>

/** The question of an item, its replies and its sender. */
export interface Conversation extends Pick<InboxItemDetails, 'country' | 'question' | 'messages'> {
  readonly sender: Sender
}

/**
 * Returns the known facts about the account of a sender.
 *
 * @param ticketsAfter place of the ticket that the earlier tickets follow
 */
const factsOf = async (
  account: Account,
  tickets: TicketRepository,
  ticketsAfter: string | undefined,
  now: Date,
) => {
  const { subscriber, profile } = account
  const pass = currentPassOf(account, now)
  const earlier = await tickets.listPage(profile.user_id, ticketsAfter, now)
  return {
    plan: planOf(subscriber, now),
    passMinutesLeft: pass === undefined ? null : minutesLeft(pass, now),
    earlierTickets: earlier.tickets.map(({ id, topic, createdAt }) => ({
      id,
      topic,
      createdAt,
      inboxId: inboxIdOfTicket(profile.user_id, id),
    })),
    ticketsNext: earlier.next,
  }
}

/** Reads the conversations of inbox items from the tickets and contact messages. */
export const conversations = (table: Table) => {
  const tickets = ticketRepository(table)
  const messages = contactRepository(table)

  const ticketConversation = async (
    { reference, received_at }: InboxRecord,
    userId: string,
    ticketsAfter: string | undefined,
    now: Date,
  ): Promise<Conversation | undefined> => {
    const place = placeOfTicket({ createdAt: received_at, id: reference })
    const [account, ticket] = await Promise.all([
      findAccount(table, userId),
      tickets.find(userId, place, now),
    ])
    if (account === undefined || ticket === undefined) return undefined
    return {
      country: ticket.country,
      question: ticket.message,
      messages: ticket.messages,
      sender: {
        email: account.profile.email,
        verified: true,
        userId,
        ...(await factsOf(account, tickets, ticketsAfter ?? place, now)),
      },
    }
  }

  /** Returns the known facts about an unverified address. An account with it may belong to someone else. */
  const unverifiedSender = async (
    email: string,
    ticketsAfter: string | undefined,
    now: Date,
  ): Promise<Sender> => {
    const userId = await findIdByAddress(table, email)
    const account = userId === undefined ? undefined : await findAccount(table, userId)
    const facts =
      account === undefined
        ? { plan: null, passMinutesLeft: null, earlierTickets: [] }
        : await factsOf(account, tickets, ticketsAfter, now)
    return { email, verified: false, userId: null, ...facts }
  }

  return {
    /**
     * Returns the conversation of an item, or undefined if its ticket or message was deleted in the meantime.
     *
     * @param ticketsAfter place of the ticket that the earlier tickets follow. Default: the newest of them
     */
    async find(item: InboxRecord, now: Date, ticketsAfter?: string): Promise<Conversation | undefined> {
      if (item.user_id !== null) return ticketConversation(item, item.user_id, ticketsAfter, now)
      const found = await messages.find(item.id)
      if (found === undefined) return undefined
      return {
        country: null,
        question: found.message.message,
        messages: toMessages(found.replies),
        sender: await unverifiedSender(found.message.email, ticketsAfter, now),
      }
    },
  }
}

export type Conversations = ReturnType<typeof conversations>
