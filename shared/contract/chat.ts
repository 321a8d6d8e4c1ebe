import * as z from 'zod'
import { nothing, requiredLine, requiredText } from './fields.ts'
import { operation } from './operation.ts'

/**
 * Who chats, in a form that the chat's provider can check. The signatures are HMAC-SHA256, hexadecimal, by a
 * key that only the provider and the server know.
 */
const visitorIdentity = z.object({
  /** Always the same for one person or pass; says nothing of them to whoever does not hold the table. */
  id: z.string(),
  name: z.string(),
  /** A guest's leads nowhere: it carries the id to where providers hand on nothing but an address. */
  email: z.string(),
  idSignature: z.string(),
  emailSignature: z.string(),
})
export type VisitorIdentity = z.infer<typeof visitorIdentity>

export const signChatVisitor = operation({
  name: 'sign-chat-visitor',
  summary: 'Says who the caller is to the provider of the chat, signed. For those who may chat only.',
  caller: 'eitherWay',
  body: z.looseObject({ guest_key: z.string().optional() }),
  ok: visitorIdentity,
  refusals: ['chat_not_configured', 'no_chat_access'],
  limits: [{ by: 'client', max: 60, windowSeconds: 60 }],
})

/** Whose law the question is about: the service covers these and no others. */
export const ticketCountries = ['england', 'wales'] as const
export type TicketCountry = (typeof ticketCountries)[number]

/** The form on the live chat page. The same schema checks it in the browser and on the server. */
export const ticketForm = z.object({
  topic: requiredLine('Topic', 3, 150),
  country: z.enum(ticketCountries, 'Please choose England or Wales'),
  message: requiredText('Message', 10, 5000),
})

export const ticket = ticketForm.extend({
  id: z.string(),
  /** ISO time. */
  createdAt: z.string(),
  /** The working day, in London, by which an adviser answers: `2026-11-23`. */
  answeredBy: z.string(),
})
export type Ticket = z.infer<typeof ticket>

const hour = 3600

export const submitTicket = operation({
  name: 'submit-ticket',
  summary:
    'Stores a question to the advisers, mails it to them and a receipt to the caller, and promises the working day of the answer.',
  caller: 'member',
  body: ticketForm,
  ok: ticket.pick({ id: true, answeredBy: true }),
  limits: [
    { by: 'user', max: 10, windowSeconds: hour },
    { by: 'everyone', max: 300, windowSeconds: hour },
  ],
})

export const listTickets = operation({
  name: 'list-tickets',
  summary: "The caller's own tickets of the last twelve months, newest first.",
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ data: z.array(ticket) }),
})
