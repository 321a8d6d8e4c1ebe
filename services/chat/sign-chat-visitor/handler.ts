import { signChatVisitor } from '#shared/contract/chat.ts'
import {
  type FindGuest,
  guestFinder,
  openingRecorder,
  type PassHolder,
  type RecordOpening,
} from '#services/passes/public.ts'
import { env } from '#platform/env.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { isAdmin } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { verifyToken } from '#platform/http/verify-token.ts'
import { hasActivePass, isAccountSubscribed } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import { secret } from '#platform/secrets.ts'
import { Table } from '#platform/table/table.ts'
import { type ReadVisitorFacts, visitorFactsReader } from '../visitor-facts.ts'
import { guestAddress, signatureOf, visitorIdOf } from '../visitor-id.ts'
import { type VisitorRepository, visitorRepository } from '../visitor.repository.ts'

export interface Dependencies {
  /** The stage's chat provider: `tawk`, `chatwoot`, `local` or `none`. */
  readonly provider: string
  readonly findGuest: FindGuest
  readonly visitors: VisitorRepository
  readonly recordOpening: RecordOpening
  readonly isAdmin: typeof isAdmin
  readonly identityKey: () => Promise<string>
  readonly readFacts: ReadVisitorFacts
}

interface Visitor {
  readonly holder: PassHolder
  readonly name: string
  /** Undefined for a guest, whose own address is not shared with the provider. */
  readonly email: string | undefined
}

const mayChat = async (caller: Caller, now: Date, deps: Dependencies): Promise<boolean> =>
  isAccountSubscribed(caller, now) || hasActivePass(caller, now) || (await deps.isAdmin(caller, now))

/** Prefers an account with chat access over a guest key that is stored in the browser. */
const visitorOf = async (
  caller: Caller | null,
  guestKey: string | undefined,
  now: Date,
  deps: Dependencies,
): Promise<Visitor | undefined> => {
  if (caller !== null && (await mayChat(caller, now, deps))) {
    const { full_name, email } = caller.profile
    return { holder: { userId: caller.userId }, name: full_name.trim() || 'User', email }
  }
  const guest = guestKey === undefined ? undefined : await deps.findGuest(guestKey, now)
  return guest && { holder: guest, name: 'Guest', email: undefined }
}

/** Signs the visitor's identity. Nobody can open a conversation without the signature. */
export const handle: Handle<typeof signChatVisitor, Dependencies> = async ({ caller, body, now }, deps) => {
  if (deps.provider === 'none') return apiError('chat_not_configured')
  const visitor = await visitorOf(caller, body.guest_key, now, deps)
  if (visitor === undefined) return apiError('no_chat_access')
  const key = await deps.identityKey()
  const id = visitorIdOf(key, visitor.holder)
  await deps.visitors.record(id, visitor.holder, now)
  await deps.recordOpening(visitor.holder, now)
  const email = visitor.email ?? guestAddress(id)
  const identity = { id, name: visitor.name, email, idSignature: signatureOf(key, id) }
  if (deps.provider !== 'tawk') return identity
  // The browser sets the facts for Tawk.to, because we know of no API with which the server could.
  const facts = await deps.readFacts(visitor.holder, now)
  return { ...identity, emailSignature: signatureOf(key, email), facts }
}

const table = new Table()
export const handler = serve(
  signChatVisitor,
  handle,
  {
    provider: env('CHAT_PROVIDER'),
    findGuest: guestFinder(table),
    visitors: visitorRepository(table),
    recordOpening: openingRecorder(table),
    isAdmin,
    identityKey: () => secret(env('CHAT_IDENTITY_KEY_ID')),
    readFacts: visitorFactsReader(table),
  },
  { table, verifyToken },
)
