import { emailTranscript } from '#shared/contract/chat.ts'
import type { EmailContentOf } from '#shared/contract/email.ts'
import { type FindGuestPass, guestPassFinder, type PassHolder } from '#services/passes/public.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { env } from '#platform/env.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { verifyToken } from '#platform/http/verify-token.ts'
import { secret } from '#platform/secrets.ts'
import { Table } from '#platform/table/table.ts'
import { type ChatApi, openChatApi, type StoredConversation } from '../chat-api.ts'
import { visitorIdOf } from '../visitor-id.ts'

export interface Dependencies {
  readonly table: Table
  readonly findGuestPass: FindGuestPass
  readonly identityKey: () => Promise<string>
  readonly openChatApi: () => Promise<ChatApi | undefined>
}

interface Owner {
  readonly holder: PassHolder
  readonly email: string | null
}

/** A guest key names the guest's conversation, even for a signed-in user. It works after the pass is over. */
const ownerOf = async (
  caller: Caller | null,
  guestKey: string | undefined,
  findGuestPass: FindGuestPass,
): Promise<Owner | undefined> => {
  if (guestKey !== undefined) return findGuestPass(guestKey)
  return caller === null ? undefined : { holder: { userId: caller.userId }, email: caller.profile.email }
}

/** Longest total text of an email, in characters. An item of the table holds at most 400 KB. */
const maxCharacters = 90_000

/** Leaves out the earliest messages if the conversation is too long for one email. */
const contentOf = ({ messages, isShortened }: StoredConversation): EmailContentOf<'transcript'> => {
  let characters = 0
  const fitting = messages
    .toReversed()
    .filter(({ text }) => (characters += text.length) <= maxCharacters)
    .toReversed()
  const shortened = isShortened || fitting.length < messages.length
  return { template: 'transcript', messages: [...fitting], shortened }
}

/** Shows enough of an address to recognise it: `r•••@example.com`. */
const masked = (address: string): string => address.replace(/^(.)[^@]*/, '$1•••')

/**
 * Emails a conversation as the chat provider stores it, to an address that is stored on the server. Nothing that the
 * browser sends becomes part of the email. A second request sends nothing until the conversation has a new message, or
 * more of it could be read.
 */
export const handle: Handle<typeof emailTranscript, Dependencies> = async ({ caller, body, now }, deps) => {
  const owner = await ownerOf(caller, body.guest_key, deps.findGuestPass)
  if (owner === undefined) return apiError('no_chat_access')
  if (owner.email === null) return apiError('no_transcript_address')
  const api = await deps.openChatApi()
  const conversation = await api?.findLatest(visitorIdOf(await deps.identityKey(), owner.holder))
  if (conversation === undefined || conversation.messages.length === 0) return apiError('no_transcript')
  const { id, lastMessageId, messages } = conversation
  // The number differs if the provider was too slow at one of two requests.
  const cause = `transcript:${id}:${lastMessageId}:${messages.length}:${hashOf(owner.email)}`
  const content = contentOf(conversation)
  const { userId } = owner.holder
  const { failedCondition } = await deps.table.transact(
    ...(userId === undefined ? [] : [requireActiveAccount(userId, 'gone')]),
    emailWrite({ cause, to: owner.email, content, now, forGuest: userId === undefined }),
  )
  // The account was deleted while its conversation was read. Any other failure means that the email is queued already.
  if (failedCondition === 'gone') throw apiError('unauthorized')
  return { sentTo: masked(owner.email) }
}

const table = new Table()
export const handler = serve(
  emailTranscript,
  handle,
  {
    table,
    findGuestPass: guestPassFinder(table),
    identityKey: () => secret(env('CHAT_IDENTITY_KEY_ID')),
    openChatApi,
  },
  { table, verifyToken },
)
