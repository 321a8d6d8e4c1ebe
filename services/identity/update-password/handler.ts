import { updatePassword } from '#shared/contract/identity.ts'
import { passwordChangeSignInSeconds } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type UserPoolAccounts, userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { isCurrentPassword } from '#platform/user-pool/sign-in.ts'
import { type PasskeyRepository, passkeyRepository } from '#services/passkeys/public.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'
import { isGoodPassword } from '../passwords.ts'
import { sessionsValidAfter, waitUntil } from '../session-end.ts'
import { type SessionRepository, sessionRepository } from '../session.repository.ts'

interface Dependencies {
  readonly sessions: SessionRepository
  readonly links: LinkRepository
  readonly passkeys: Pick<PasskeyRepository, 'list' | 'removeAll'>
  readonly userPool: Pick<UserPoolAccounts, 'setPassword' | 'signOutEverywhere'>
  readonly isCurrentPassword: typeof isCurrentPassword
  readonly siteUrl: string
}

export const handle: Handle<typeof updatePassword, Dependencies> = async ({ caller, body, now }, deps) => {
  const { password, remove_passkeys: removesPasskeys = false } = body
  // The form does not ask for the current password, so an old session that someone else gained access to is not enough.
  if (now.getTime() / 1000 - caller.signedInAtSeconds > passwordChangeSignInSeconds)
    return apiError('recent_sign_in_needed')
  if (!isGoodPassword(password, caller.profile.email)) return apiError('password_too_weak')
  if (await deps.isCurrentPassword(caller.userId, password)) return apiError('password_unchanged')
  await changePassword(caller, { password, removesPasskeys }, now, deps)
  return { success: true }
}

/**
 * Deletes links, passkeys and refresh tokens before it sets the password: if a later step fails, only access tokens of
 * the old password remain, and these expire within minutes.
 */
const changePassword = async (
  { userId, profile, tokenOrigin }: Caller,
  { password, removesPasskeys }: { readonly password: string; readonly removesPasskeys: boolean },
  now: Date,
  { sessions, links, passkeys, userPool, siteUrl }: Dependencies,
): Promise<void> => {
  // A stranger who requested a new address must not get the account after its owner has changed the password.
  for (const type of ['recovery', 'magiclink', 'emailchange'] as const) await links.deleteAll(userId, type)
  const removed = removesPasskeys ? await passkeys.removeAll(userId) : []
  const kept = (await passkeys.list(userId)).map(({ name }) => name)
  await userPool.signOutEverywhere(userId)
  await userPool.setPassword(userId, password)
  const validAfter = sessionsValidAfter(profile, now)
  await sessions.end(
    userId,
    { validAfter, origin: tokenOrigin },
    {
      cause: `password-changed:${userId}:${now.toISOString()}`,
      to: profile.email,
      content: {
        template: 'password-changed',
        name: profile.full_name,
        link: `${siteUrl}${paths.login}`,
        changed_at: now.toISOString(),
        passkeys: { removed, kept },
      },
      now,
    },
  )
  // A session that has ended adds no passkey, but it may have added one until then.
  if (removesPasskeys) await passkeys.removeAll(userId)
  await waitUntil(validAfter)
}

const table = new Table()
export const handler = serve(
  updatePassword,
  handle,
  {
    sessions: sessionRepository(table),
    links: linkRepository(table),
    passkeys: passkeyRepository(table),
    userPool: userPoolAccounts,
    isCurrentPassword,
    siteUrl: env('SITE_URL'),
  },
  { table },
)
