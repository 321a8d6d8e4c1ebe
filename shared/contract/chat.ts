import * as z from 'zod'
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
  refusals: ['chat_not_configured'],
  limits: [{ by: 'client', max: 60, windowSeconds: 60 }],
})
