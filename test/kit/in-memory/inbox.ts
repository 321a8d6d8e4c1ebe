import {
  answerInboxItem,
  closeInboxItem,
  confirmChatDeletion,
  getInboxItem,
  type InboxItem,
  listInbox,
  markInboxItem,
  reopenInboxItem,
} from '#shared/contract/inbox.ts'
import { contactRepository } from '#services/contact/public.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { handle as answer } from '#services/inbox/answer-inbox-item/handler.ts'
import { chatDeletionRepository } from '#services/inbox/chat-deletion.repository.ts'
import { handle as close } from '#services/inbox/close-inbox-item/handler.ts'
import { conversations } from '#services/inbox/conversation.ts'
import { handle as confirmDeletion } from '#services/inbox/confirm-chat-deletion/handler.ts'
import { handle as get } from '#services/inbox/get-inbox-item/handler.ts'
import { inboxChangesRepository } from '#services/inbox/inbox-changes.repository.ts'
import { inboxRepository } from '#services/inbox/inbox.repository.ts'
import { handle as list } from '#services/inbox/list-inbox/handler.ts'
import { handle as mark } from '#services/inbox/mark-inbox-item/handler.ts'
import { handle as reopen } from '#services/inbox/reopen-inbox-item/handler.ts'
import { followUpRepository, ticketRepository } from '#services/tickets/public.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { callInMemory, inMemory } from './in-memory.ts'

/** The time of a request that states none: a Monday. */
export const now = new Date('2027-03-01T10:00:00Z')
export const contactMessage = {
  name: 'Idris Fenwright',
  email: 'idris@people.example',
  subject: 'An old invoice',
  message: 'Please send me the invoice of May.',
}

/** Creates an inbox in memory, with an admin who calls its operations. */
export const anInbox = async () => {
  const world = inMemory({ now })
  const { table } = world
  const admin = await world.account()
  const inbox = inboxRepository(table)
  const deps = {
    inbox,
    chatDeletions: chatDeletionRepository(table),
    conversations: conversations(table),
    changes: inboxChangesRepository(table),
    emailProblems: emailProblemRepository(table),
    siteUrl: 'http://localhost',
  }
  const tickets = ticketRepository(table)
  const contact = contactRepository(table)
  const request = (body: object, at = now) => ({ caller: admin, body, now: at })
  const attributes = (entity: string) =>
    world.database.all().filter((item) => item['entity']?.['S'] === entity)
  return {
    world,
    tickets,
    contact,
    inbox,
    submit: async (member: Caller, topic = 'Gas safety', at = now): Promise<string> => {
      const { id } = await tickets.submit({
        from: member.profile,
        form: { topic, country: 'wales', message: 'Who pays for the check?' },
        answeredBy: '2027-03-02',
        link: 'http://localhost/profile',
        now: at,
      })
      return inboxIdOfTicket(member.userId, id)
    },
    /** Stores a follow-up question about the latest ticket of a member. */
    followUp: async (member: Caller, answeredBy: string, at = now) => {
      const {
        tickets: [ticket],
      } = await tickets.listPage(member.userId, undefined, at)
      if (ticket === undefined) throw new Error('The member has no ticket')
      const message = 'And who pays for the repair?'
      return followUpRepository(table).add({ from: member.profile, ticket, message, answeredBy, now: at })
    },
    list: (body: object = {}, at = now) => callInMemory(listInbox, list, request(body, at), deps),
    get: (id: string, at = now, ticketsAfter?: string) =>
      callInMemory(getInboxItem, get, request({ id, ticketsAfter }, at), deps),
    answer: (body: object, at = now) => callInMemory(answerInboxItem, answer, request(body, at), deps),
    close: (body: object, at = now) => callInMemory(closeInboxItem, close, request(body, at), deps),
    mark: (body: object, at = now) => callInMemory(markInboxItem, mark, request(body, at), deps),
    reopen: (id: string, at = now, seen?: string) =>
      callInMemory(reopenInboxItem, reopen, request({ id, seen }, at), deps),
    confirmDeletion: (cutoff: string) =>
      callInMemory(confirmChatDeletion, confirmDeletion, request({ cutoff }), deps),
    /** The emails with replies in the outbox. */
    replies: () => attributes('email').filter(({ cause }) => String(cause?.['S']).startsWith('inbox-reply:')),
    audited: () => attributes('audit').map(({ action }) => action?.['S']),
    /** The subjects of the audit entries. */
    auditedItems: () => attributes('audit').map(({ about }) => about?.['S']),
  }
}

export const itemsOf = (reply: { body: unknown }): InboxItem[] => listInbox.ok.parse(reply.body).items
export const topicsOf = (reply: { body: unknown }) => itemsOf(reply).map(({ topic }) => topic)
