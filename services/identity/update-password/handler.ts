import { updatePassword } from '../../../shared/contract/identity.ts'
import { env } from '../../platform/env.ts'
import type { Caller } from '../../platform/http/identify.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type UserPoolAccounts, userPoolAccounts } from '../../platform/user-pool/accounts.ts'
import { isPasswordOf } from '../../platform/user-pool/sign-in.ts'
import { type SessionRepository, sessionRepository } from '../session.repository.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'
import { isGoodPassword } from '../passwords.ts'
import { sessionsValidAfter, untilTime } from '../session-end.ts'

/**
 * How long after a sign-in the password may be changed, in seconds. The current one is not asked for, so an
 * old session that somebody came by must not be enough. A recovery link is a sign-in, too.
 */
const recentSignInSeconds = 3600

interface Needs {
  readonly sessions: SessionRepository
  readonly links: LinkRepository
  readonly userPool: Pick<UserPoolAccounts, 'setPassword' | 'signOutEverywhere'>
  readonly isPasswordOf: typeof isPasswordOf
  readonly siteUrl: string
}

const handle: Handle<typeof updatePassword, Needs> = async ({ caller, body, now }, needs) => {
  const { password } = body
  if (now.getTime() / 1000 - caller.signedInAtSeconds > recentSignInSeconds)
    return refused('recent_sign_in_needed')
  if (!isGoodPassword(password, caller.profile.email)) return refused('password_too_weak')
  if (await needs.isPasswordOf(caller.userId, password)) return refused('password_unchanged')
  await change(caller, password, now, needs)
  return { success: true }
}

/**
 * Links and refresh tokens end first: if a later step fails, nothing that the old password opened is left
 * but access tokens, which run out within minutes.
 */
const change = async (
  { userId, profile, tokenOrigin }: Caller,
  password: string,
  now: Date,
  { sessions, links, userPool, siteUrl }: Needs,
): Promise<void> => {
  await Promise.all([links.voidOthers(userId, 'recovery'), links.voidOthers(userId, 'magiclink')])
  await userPool.signOutEverywhere(userId)
  await userPool.setPassword(userId, password)
  const validAfter = sessionsValidAfter(profile, now)
  await sessions.end(
    userId,
    { validAfter, origin: tokenOrigin },
    {
      cause: `password-changed:${userId}:${now.toISOString()}`,
      to: profile.email,
      content: { template: 'password-changed', link: `${siteUrl}/login`, changedAt: now.toISOString() },
      now,
    },
  )
  await untilTime(validAfter)
}

const table = new Table()
export const handler = serve(
  updatePassword,
  handle,
  {
    sessions: sessionRepository(table),
    links: linkRepository(table),
    userPool: userPoolAccounts,
    isPasswordOf,
    siteUrl: env('SITE_URL'),
  },
  { table },
)
