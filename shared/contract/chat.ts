import * as z from 'zod/mini'
import { operation } from './operation.ts'

/** Facts that advisers see about a visitor at the chat provider. Contains no email address. */
const visitorFacts = z.object({
  /** The plan, or the pass with its minutes left. */
  access: z.string(),
  country: z.string(),
  earlier_tickets: z.string(),
})
export type VisitorFacts = z.infer<typeof visitorFacts>

/**
 * A chat visitor's identity, signed so that the chat provider can verify it. Signatures are HMAC-SHA256, hexadecimal,
 * with a key shared by the provider and the server.
 */
const visitorIdentity = z.object({
  /** Constant for an account or guest pass. Reveals nothing about it without access to the table. */
  id: z.string(),
  name: z.string(),
  /** For a guest this is not a real address. It contains the id, because some provider events carry only an address. */
  email: z.string(),
  idSignature: z.string(),
  /**
   * For Tawk.to only. Chatwoot would accept it for an identifier of which we know nothing: no message of such a visitor
   * would start the time of a pass.
   */
  emailSignature: z.optional(z.string()),
  /** Sent only if the provider has no API with which the server could set the facts. The browser could change them. */
  facts: z.optional(visitorFacts),
})
export type VisitorIdentity = z.infer<typeof visitorIdentity>

export const signChatVisitor = operation({
  name: 'sign-chat-visitor',
  summary: "Returns the caller's signed identity for the chat provider. Only for callers with chat access.",
  caller: 'optionalAuth',
  body: z.looseObject({ guest_key: z.optional(z.string()) }),
  ok: visitorIdentity,
  errors: ['chat_not_configured', 'no_chat_access'],
  limits: [{ by: 'client', max: 60, windowSeconds: 60 }],
})

export const emailTranscript = operation({
  name: 'email-transcript',
  summary:
    "Emails the caller their conversation as the chat provider stores it: to the account's address, or to the address that the emails about a guest pass go to. Each state of a conversation is sent once.",
  caller: 'optionalAuth',
  body: z.looseObject({ guest_key: z.optional(z.string()) }),
  /** The masked address, because the guest key may be in a browser that others use: `r•••@example.com`. */
  ok: z.object({ sentTo: z.string() }),
  errors: ['no_chat_access', 'no_transcript', 'no_transcript_address', 'chat_provider_error'],
  limits: [
    { by: 'client', max: 10, windowSeconds: 3600 },
    { by: 'everyone', max: 600, windowSeconds: 3600, beyond: { perNetwork: 2 } },
  ],
})
