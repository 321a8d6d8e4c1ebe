import { hasActivePass, isAccountSubscribed } from '../account/account.ts'
import { apiError } from '../api-error.ts'
import { errorFields, log } from '../log.ts'
import { isAdminNow } from '../user-pool/admins.ts'
import type { Caller } from './authenticate.ts'

/** Rejects callers without the required role. Runs after authentication and before body parsing. */
export type Guard = (caller: Caller, now: Date) => Promise<void>

/**
 * Allows admins only, according to Cognito's current group. For `admin` operations, `checkRole` also requires the
 * second factor.
 */
export const adminGuard: Guard = async (caller) => {
  if (!(await isAdminNow(caller.userId))) throw apiError('forbidden')
}

/** Time limit for looking up the role of a caller whose token names no group, in milliseconds. */
const newAdminMs = 2000

/**
 * Checks whether a caller whose token names no group has become an admin since it was issued, at most 15 minutes ago.
 * Returns false if Cognito fails or is slow, so that users can subscribe without it.
 */
const isNewAdmin = async ({ userId }: Caller): Promise<boolean> => {
  try {
    return await isAdminNow(userId, newAdminMs)
  } catch (error) {
    log.warn('could not look up a role', { userId, ...errorFields(error) })
    return false
  }
}

/**
 * Checks whether the caller is an admin now. Does not query Cognito for members and pass holders whose token names no
 * group: those who are made admins have the role from their next token on, within 15 minutes.
 *
 * @throws Error if Cognito fails and the token names a group: only Cognito knows whether the caller is still an admin
 */
export const isAdmin = async (caller: Caller, now: Date): Promise<boolean> => {
  if (caller.mayBeAdmin) return isAdminNow(caller.userId)
  const hasAccess = isAccountSubscribed(caller, now) || hasActivePass(caller, now)
  return !hasAccess && isNewAdmin(caller)
}

/** Allows subscribers and admins. */
export const memberGuard: Guard = async (caller, now) => {
  if (isAccountSubscribed(caller, now) || (await isAdmin(caller, now))) return
  throw apiError('forbidden')
}
