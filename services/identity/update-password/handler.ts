import { updatePassword } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { type UnfinishedPasswordChange, unfinishedPasswordChange } from '#platform/account/password-change.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { hasRecentSignIn } from '#platform/http/recent-sign-in.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type UserPoolAccounts, userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { isCurrentPassword } from '#platform/user-pool/sign-in.ts'
import { type PasskeyRepository, passkeyRepository } from '#services/passkeys/public.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'
import { isGoodPassword } from '../passwords.ts'
import { nextSecond, waitUntil } from '../session-end.ts'
import { type SessionRepository, sessionRepository } from '../session.repository.ts'

interface Dependencies {
  readonly sessions: SessionRepository
  readonly links: LinkRepository
  readonly passkeys: Pick<PasskeyRepository, 'list' | 'removeAll'>
  readonly userPool: Pick<UserPoolAccounts, 'setPassword' | 'signOutEverywhere'>
  readonly isCurrentPassword: typeof isCurrentPassword
  readonly siteUrl: string
  readonly clock: () => Date
}

/** Sets a new password and ends all sessions. Accepts the current password only to complete an earlier attempt. */
export const handle: Handle<typeof updatePassword, Dependencies> = async ({ caller, body, now }, deps) => {
  const { password, remove_passkeys: removesPasskeys = false } = body
  // The form does not ask for the current password, so an old session that someone else gained access to is not enough.
  if (!hasRecentSignIn(caller, now)) return apiError('recent_sign_in_needed')
  if (!isGoodPassword(password, caller.profile.email)) return apiError('password_too_weak')
  const unfinished = unfinishedPasswordChange(caller.profile, now)
  const isCurrent = await deps.isCurrentPassword(caller.userId, password)
  // Unless an earlier attempt is known to have set it, this may be the old password, and success would be reported
  // wrongly.
  if (isCurrent && unfinished?.isSet !== true) return apiError('password_unchanged')
  const change = { password: isCurrent ? undefined : password, removesPasskeys, unfinished }
  if (!(await changePassword(caller, change, now, deps))) throw apiError('unauthorized')
  return { success: true }
}

interface Change {
  /** Undefined if an earlier attempt, which failed afterwards, has set the password. */
  readonly password: string | undefined
  readonly removesPasskeys: boolean
  readonly unfinished: UnfinishedPasswordChange | undefined
}

/**
 * Deletes links, passkeys and refresh tokens before it sets the password: if a later step fails, few sessions of the old
 * password remain. The user can repeat the request: it completes the steps that are left, although the password is the
 * current one by then.
 *
 * @returns false if the account has been deleted in the meantime
 */
const changePassword = async (
  { userId, profile, signInId }: Caller,
  { password, removesPasskeys, unfinished }: Change,
  now: Date,
  deps: Dependencies,
): Promise<boolean> => {
  const { sessions, links, userPool, siteUrl } = deps
  // An attempt that sets a password has its own email. An attempt that only completes another one shares its email.
  const completed = password === undefined ? unfinished : undefined
  const startedAt = completed?.startedAt ?? now.toISOString()
  const begun = {
    startedAt,
    isSet: unfinished?.isSet ?? false,
    removedPasskeys: unfinished?.removedPasskeys ?? [],
  }
  if (!(await sessions.beginPasswordChange(userId, begun))) return false
  // A stranger who requested a new address must not get the account after its owner has changed the password.
  for (const type of ['recovery', 'magiclink', 'emailchange'] as const)
    await links.deleteValid(userId, type, now)
  // An earlier attempt that had begun to remove passkeys is completed, even if this request keeps them.
  const removes = removesPasskeys || begun.removedPasskeys.length > 0
  const removed = removes ? await removePasskeys(userId, begun, deps) : []
  const kept = (await deps.passkeys.list(userId)).map(({ name }) => name)
  await userPool.signOutEverywhere(userId)
  if (password !== undefined) {
    if (!(await userPool.setPassword(userId, password))) return false
    await sessions.recordPasswordSet(userId)
    // Sign-ins with the old password were possible until now.
    await userPool.signOutEverywhere(userId)
  }
  // The profile may not yet contain such a sign-in. Its tokens carry the current second at the latest.
  const validAfter = nextSecond(deps.clock())
  await sessions.endAfterPasswordChange(
    userId,
    { validAfter, signInId },
    {
      cause: `password-changed:${userId}:${startedAt}`,
      to: profile.email,
      content: {
        template: 'password-changed',
        name: profile.full_name,
        link: `${siteUrl}${paths.login}`,
        changed_at: now.toISOString(),
        passkeys: { removed: [...removed], kept },
      },
      now,
    },
  )
  await waitUntil(validAfter)
  return true
}

/**
 * Removes all passkeys and returns their names, with those that an earlier attempt removed. The names are stored first,
 * so that the email contains them even if this attempt fails. None can be added in the meantime.
 */
const removePasskeys = async (
  userId: string,
  begun: UnfinishedPasswordChange,
  { sessions, passkeys }: Dependencies,
): Promise<readonly string[]> => {
  const found = (await passkeys.list(userId)).map(({ name }) => name)
  const names = begun.removedPasskeys.length > 0 ? begun.removedPasskeys : found
  if (found.length === 0) return names
  await sessions.beginPasswordChange(userId, { ...begun, removedPasskeys: names })
  await passkeys.removeAll(userId)
  return names
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
    clock: () => new Date(),
  },
  { table },
)
