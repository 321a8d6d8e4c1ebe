import { signChatVisitor } from '../../../shared/contract/chat.ts'
import { type FindGuest, guestFinder, type Holder } from '../../billing/public.ts'
import { env } from '../../platform/env.ts'
import type { Caller } from '../../platform/http/identify.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { verifyToken } from '../../platform/http/verify-token.ts'
import { hasActivePass, isMemberSubscribed } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { secret } from '../../platform/secrets.ts'
import { Table } from '../../platform/table/table.ts'
import { isAdminNow } from '../../platform/user-pool/admins.ts'
import { guestAddress, signatureOf, visitorIdOf } from '../visitor-id.ts'
import { type VisitorRepository, visitorRepository } from '../visitor.repository.ts'

interface Needs {
  readonly findGuest: FindGuest
  readonly visitors: VisitorRepository
  readonly isAdmin: (userId: string) => Promise<boolean>
  readonly identityKey: () => Promise<string>
}

interface Visitor {
  readonly holder: Holder
  readonly name: string
  /** Undefined for a guest, whose own we do not hand on. */
  readonly email: string | undefined
}

const mayChat = async (caller: Caller, now: Date, { isAdmin }: Needs): Promise<boolean> =>
  isMemberSubscribed(caller, now) || hasActivePass(caller, now) || (await isAdmin(caller.userId))

/** An account that opens the chat comes before a guest key that the browser still has. */
const visitorOf = async (
  caller: Caller | null,
  guestKey: string | undefined,
  now: Date,
  needs: Needs,
): Promise<Visitor | undefined> => {
  if (caller !== null && (await mayChat(caller, now, needs))) {
    const { full_name, email } = caller.profile
    return { holder: { userId: caller.userId }, name: full_name.trim() || 'User', email }
  }
  const guest = guestKey === undefined ? undefined : await needs.findGuest(guestKey, now)
  return guest && { holder: guest, name: 'Guest', email: undefined }
}

const handle: Handle<typeof signChatVisitor, Needs> = async ({ caller, body, now }, needs) => {
  if (env('CHAT_PROVIDER') === 'none') return refused('chat_not_configured')
  const visitor = await visitorOf(caller, body.guest_key, now, needs)
  if (visitor === undefined) return refused('no_chat_access')
  const key = await needs.identityKey()
  const id = visitorIdOf(key, visitor.holder)
  await needs.visitors.remember(id, visitor.holder, now)
  const email = visitor.email ?? guestAddress(id)
  return {
    id,
    name: visitor.name,
    email,
    idSignature: signatureOf(key, id),
    emailSignature: signatureOf(key, email),
  }
}

const table = new Table()
export const handler = serve(
  signChatVisitor,
  handle,
  {
    findGuest: guestFinder(table),
    visitors: visitorRepository(table),
    isAdmin: isAdminNow,
    identityKey: () => secret(env('CHAT_IDENTITY_KEY_ID')),
  },
  { table, verifyToken },
)
