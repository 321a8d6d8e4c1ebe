import { hasActivePass, isAccountSubscribed } from '../account/account.ts'
import { apiError } from '../api-error.ts'
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

/**
 * Checks whether the caller is an admin now. Does not query Cognito for members and pass holders whose token names no
 * group: they keep their pages while Cognito fails. One who becomes an admin while signed in is an admin from the next
 * token on, within 15 minutes.
 */
export const isAdmin = async (caller: Caller, now: Date): Promise<boolean> => {
  const hasAccess = isAccountSubscribed(caller, now) || hasActivePass(caller, now)
  return (caller.mayBeAdmin || !hasAccess) && (await isAdminNow(caller.userId))
}

/** Allows subscribers and admins. */
export const memberGuard: Guard = async (caller, now) => {
  if (isAccountSubscribed(caller, now) || (await isAdmin(caller, now))) return
  throw apiError('forbidden')
}
