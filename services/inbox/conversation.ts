import type { InboxItemDetails, InboxSender } from '#shared/contract/inbox.ts'
import type { Ticket } from '#shared/contract/tickets.ts'
import { minutesLeft } from '#shared/rules/access.ts'
import { contactRepository } from '#services/contact/public.ts'
import { ticketRepository } from '#services/tickets/public.ts'
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

const passMinutesLeft = (account: Account, now: Date): number | null => {
  const pass = currentPassOf(account, now)
  return pass === undefined ? null : minutesLeft(pass, now)
}

const toEarlierTicket =
  (userId: string) =>
  ({ id, topic, createdAt }: Ticket): InboxSender['earlierTickets'][number] => ({
    id,
    topic,
    createdAt,
    inboxId: inboxIdOfTicket(userId, id),
  })

/** Reads the conversations of inbox items from the tickets and contact messages. */
export const conversations = (table: Table) => {
  const tickets = ticketRepository(table)
  const messages = contactRepository(table)

  const ticketConversation = async (
    { reference }: InboxRecord,
    userId: string,
    now: Date,
  ): Promise<Conversation | undefined> => {
    const [account, all] = await Promise.all([findAccount(table, userId), tickets.listFor(userId, now)])
    const ticket = all.find(({ id }) => id === reference)
    if (account === undefined || ticket === undefined) return undefined
    return {
      country: ticket.country,
      question: ticket.message,
      messages: ticket.messages,
      sender: {
        email: account.profile.email,
        verified: true,
        userId,
        plan: planOf(account.subscriber, now),
        passMinutesLeft: passMinutesLeft(account, now),
        earlierTickets: all
          .filter(({ id, createdAt }) => id !== reference && createdAt <= ticket.createdAt)
          .map(toEarlierTicket(userId)),
      },
    }
  }

  /** Returns the known facts about an unverified address. An account with it may belong to someone else. */
  const unverifiedSender = async (email: string, now: Date): Promise<Sender> => {
    const userId = await findIdByAddress(table, email)
    const account = userId === undefined ? undefined : await findAccount(table, userId)
    if (account === undefined)
      return { email, verified: false, userId: null, plan: null, passMinutesLeft: null, earlierTickets: [] }
    const all = await tickets.listFor(account.profile.user_id, now)
    return {
      email,
      verified: false,
      userId: null,
      plan: planOf(account.subscriber, now),
      passMinutesLeft: passMinutesLeft(account, now),
      earlierTickets: all.map(toEarlierTicket(account.profile.user_id)),
    }
  }

  return {
    /** Returns the conversation of an item, or undefined if its ticket or message was deleted in the meantime. */
    async find(item: InboxRecord, now: Date): Promise<Conversation | undefined> {
      if (item.user_id !== null) return ticketConversation(item, item.user_id, now)
      const found = await messages.find(item.id)
      if (found === undefined) return undefined
      return {
        country: null,
        question: found.message.message,
        messages: toMessages(found.replies),
        sender: await unverifiedSender(found.message.email, now),
      }
    },
  }
}

export type Conversations = ReturnType<typeof conversations>
