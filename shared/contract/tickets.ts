import * as z from 'zod/mini'
import { requiredLine, requiredText } from './fields.ts'
import { operation } from './operation.ts'
import { inboxKinds, inboxStates } from '../values/inbox.ts'
import { ticketCountries } from '../values/ticket-countries.ts'

/** The ticket form on the live chat page. Browser and server validate with the same schema. */
export const ticketForm = z.object({
  topic: requiredLine('Topic', 3, 150),
  country: z.enum(ticketCountries, 'Please choose England or Wales'),
  message: requiredText('Message', 10, 5000),
})

/** A reply to a ticket or contact message, or a member's follow-up question. */
export const ticketMessage = z.object({
  from: z.enum(['adviser', 'member']),
  /** ISO time. */
  at: z.string(),
  /** Null for a reply that was sent by email and recorded by hand. */
  text: z.nullable(z.string()),
  /** True for the acknowledgement of a complaint, which is not its answer. */
  acknowledges: z.boolean(),
  /** For a reply: the kind of the ticket when it was sent. Absent for replies from before it was stored. */
  kind: z.optional(z.enum(inboxKinds)),
})
export type TicketMessage = z.infer<typeof ticketMessage>

export const ticket = z.extend(ticketForm, {
  id: z.string(),
  /** ISO time. */
  createdAt: z.string(),
  /** The working day, in London, by which an adviser replies: `2026-11-23`. */
  answeredBy: z.string(),
  /** Replies and follow-up questions, oldest first. */
  messages: z.array(ticketMessage),
  /** ISO time until which the member may ask a follow-up question. Null while a question is open. */
  followUpUntil: z.nullable(z.string()),
})
export type Ticket = z.infer<typeof ticket>

/**
 * A ticket with its state and kind in the inbox. `closed`: the advisers closed it without a reply. `answeredBy` of an
 * open ticket is the due day in the inbox if that is later, for example because it was reopened.
 */
export const listedTicket = z.extend(ticket, { state: z.enum(inboxStates), kind: z.enum(inboxKinds) })
export type ListedTicket = z.infer<typeof listedTicket>

/** Number of a ticket, unique within its account. */
const ticketId = z.string().check(z.regex(/^[0-9A-F]{8}$/, 'Please open the ticket from your profile'))

/** Place of a ticket among those of its account: its time and number. */
export const ticketPlace = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[0-9A-F]{8}$/, 'Please open the list again'))

const hour = 3600

export const submitTicket = operation({
  name: 'submit-ticket',
  summary:
    'Stores a question to the advisers, emails it to them and emails a receipt to the caller. Returns the working day by which they will reply.',
  caller: 'member',
  body: ticketForm,
  ok: z.pick(ticket, { id: true, answeredBy: true }),
  limits: [
    { by: 'user', max: 10, windowSeconds: hour },
    { by: 'everyone', max: 300, windowSeconds: hour },
  ],
})

export const listTickets = operation({
  name: 'list-tickets',
  summary: "Lists the caller's tickets of the last twelve months, newest first, up to 100 to a page.",
  caller: 'signedIn',
  body: z.object({
    /** Tickets older than this one are returned. Default: from the newest. */
    after: z.optional(ticketPlace),
  }),
  ok: z.object({
    data: z.array(listedTicket),
    /** Value of `after` for the next page. Absent on the last page. */
    next: z.optional(z.string()),
  }),
})

export const askFollowUp = operation({
  name: 'ask-follow-up',
  summary:
    'Stores a follow-up question to a ticket answered in the last 14 days and emails it to the advisers. Returns the working day by which they will reply.',
  caller: 'member',
  body: z.object({
    id: ticketId,
    message: ticketForm.shape.message,
    /** Time of the reply that the member saw. With it, a question that was stored since then is not stored again. */
    seen: z.optional(z.iso.datetime()),
  }),
  ok: z.pick(ticket, { answeredBy: true }),
  errors: ['not_found', 'follow_up_closed'],
  limits: [
    { by: 'user', max: 10, windowSeconds: hour },
    { by: 'everyone', max: 300, windowSeconds: hour },
  ],
})
