import * as z from 'zod/mini'
import { closeReasons, inboxKinds, inboxStates, maxReplyLength } from '../values/inbox.ts'
import { subscriptionPlans } from '../values/plans.ts'
import { emailStop } from './email-stop.ts'
import { requiredText } from './fields.ts'
import { operation } from './operation.ts'
import { ticketMessage, ticketPlace } from './tickets.ts'
import { ticketCountries } from '../values/ticket-countries.ts'

const id = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Please open the item from the inbox'))

const londonDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please use a day such as 2026-03-01'))

/** The plan of an account now. `none` is an account without a subscription. */
const plan = z.enum([...subscriptionPlans, 'none'])

const inboxItem = z.object({
  id: z.string(),
  source: z.enum(['ticket', 'contact']),
  /** The number that the sender was given: the ticket's number or the message's reference. */
  reference: z.string(),
  /** Name of the sender. Not verified for contact messages. */
  name: z.string(),
  topic: z.string(),
  /** Null for contact messages, because their sender is not signed in. */
  plan: z.nullable(plan),
  kind: z.enum(inboxKinds),
  state: z.enum(inboxStates),
  /** ISO time of the latest question. */
  askedAt: z.string(),
  /** The London day by which the next step is due: `2026-11-23`. */
  dueOn: z.string(),
  /** True for an open item whose due day is over. */
  late: z.boolean(),
  /** ISO time. Null if it is not a complaint or not acknowledged. */
  acknowledgedAt: z.nullable(z.string()),
})
export type InboxItem = z.infer<typeof inboxItem>

/** Place of an item in the list of its state. */
const position = z.string().check(z.minLength(1), z.maxLength(200))

export const listInbox = operation({
  name: 'list-inbox',
  summary:
    'Lists tickets and contact messages, 25 to a page. Open items are in order of due day, late ones first; others are newest first.',
  caller: 'admin',
  body: z.object({
    state: z._default(z.enum(inboxStates), 'open'),
    /** `next` of a page: returns the page after it. */
    after: z.optional(position),
    /** `previous` of a page: returns the page before it. Ignored with `after`. */
    before: z.optional(position),
  }),
  ok: z.object({
    items: z.array(inboxItem),
    /** Null on the last page. */
    next: z.nullable(z.string()),
    /** Null on the first page. */
    previous: z.nullable(z.string()),
    /** Old conversations that an admin has to delete at the chat provider. Null if there are none. */
    chatDeletion: z.nullable(
      z.object({
        /** Conversations whose last message was sent before this London day have to be deleted. */
        cutoff: z.string(),
        /** ISO time. */
        requestedAt: z.string(),
      }),
    ),
  }),
})

const sender = z.object({
  email: z.string(),
  /**
   * False for contact messages: the fields below are about the account with the sender's address, which may be someone
   * else's.
   */
  verified: z.boolean(),
  /** The account that asked. Null for contact messages, even if an account has the address. */
  userId: z.nullable(z.string()),
  /** Reason why no emails, and so no replies, are sent to the address. Null if emails are sent. */
  emailsStopped: z.nullable(emailStop),
  plan: z.nullable(plan),
  /** Minutes left of a chat pass. Null if the account has no pass. */
  passMinutesLeft: z.nullable(z.int()),
  /** Earlier tickets of the account in the last twelve months, newest first, up to 50 to a page. */
  earlierTickets: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      createdAt: z.string(),
      /** Id of the ticket in the inbox. */
      inboxId: z.string(),
    }),
  ),
  /** Value of `ticketsAfter` for the next page of earlier tickets. Absent on the last page. */
  ticketsNext: z.optional(z.string()),
})
export type InboxSender = z.infer<typeof sender>

const inboxItemDetails = z.extend(inboxItem, {
  /** ISO time of the first question. */
  receivedAt: z.string(),
  /** ISO time of the latest question, or of a later reopening. Changes of the item send it back as `seen`. */
  waitingSince: z.string(),
  /** Null for contact messages. */
  country: z.nullable(z.enum(ticketCountries)),
  question: z.string(),
  /** Replies and follow-up questions, oldest first. */
  messages: z.array(ticketMessage),
  sender,
})
export type InboxItemDetails = z.infer<typeof inboxItemDetails>

export const getInboxItem = operation({
  name: 'get-inbox-item',
  summary:
    'Returns an item of the inbox with its question, its replies and what we know about the sender: plan, pass and the newest 50 earlier tickets. With `ticketsAfter`, returns older tickets.',
  caller: 'admin',
  body: z.object({
    id,
    /** Tickets older than this one are returned as earlier tickets. Default: from the newest. */
    ticketsAfter: z.optional(ticketPlace),
  }),
  ok: inboxItemDetails,
  errors: ['not_found'],
})

const hour = 3600
/**
 * `waitingSince` of the item that the admin saw. With it, a change is rejected if there is a newer question or
 * reopening.
 */
const seen = z.optional(z.iso.datetime())
/** Kind of the item that the admin saw. With it, a change is rejected if another admin has set a different one. */
const seenKind = z.optional(z.enum(inboxKinds))
const changed = z.object({
  state: z.enum(inboxStates),
  kind: z.enum(inboxKinds),
  dueOn: z.string(),
  acknowledgedAt: z.nullable(z.string()),
})

export const answerInboxItem = operation({
  name: 'answer-inbox-item',
  summary:
    'Emails a reply with the question quoted and stores it. With `acknowledges`, it acknowledges a complaint, which stays open. The same reply is sent once. With `seen` and `seenKind`, nothing is sent if the admin has not seen the latest question and the kind.',
  caller: 'admin',
  body: z.object({
    id,
    text: requiredText('Reply', 2, maxReplyLength),
    acknowledges: z._default(z.boolean(), false),
    seen,
    seenKind,
  }),
  ok: changed,
  errors: ['not_found', 'already_answered', 'not_a_complaint', 'item_changed'],
  limits: [{ by: 'user', max: 200, windowSeconds: hour }],
})

export const closeInboxItem = operation({
  name: 'close-inbox-item',
  summary: 'Records that an item was answered elsewhere, such as by email, or that it needs no reply.',
  caller: 'admin',
  body: z.object({ id, reason: z.enum(closeReasons), seen, seenKind }),
  ok: changed,
  errors: ['not_found', 'already_answered', 'item_changed'],
})

export const markInboxItem = operation({
  name: 'mark-inbox-item',
  summary:
    'Sets the kind of an item, which decides its due day. With `acknowledged`, records that a complaint was acknowledged elsewhere.',
  caller: 'admin',
  body: z.object({
    id,
    kind: z.enum(inboxKinds),
    acknowledged: z._default(z.boolean(), false),
    seen,
    seenKind,
  }),
  ok: changed,
  errors: ['not_found', 'not_a_complaint', 'item_changed'],
})

export const reopenInboxItem = operation({
  name: 'reopen-inbox-item',
  summary:
    'Reopens an answered or closed item. A closed item keeps its due day unless that has passed; others are due as if the question had been asked now.',
  caller: 'admin',
  body: z.object({ id, seen }),
  ok: changed,
  errors: ['not_found', 'item_changed'],
})

export const confirmChatDeletion = operation({
  name: 'confirm-chat-deletion',
  summary:
    'Records that an admin has deleted, at the chat provider, the conversations whose last message was sent before a day. For a provider without an API that deletes.',
  caller: 'admin',
  body: z.object({ cutoff: londonDay }),
  ok: z.object({ cutoff: z.string() }),
  errors: ['not_found'],
})
