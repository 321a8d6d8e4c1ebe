import { isAccountSubscribed } from '../account/account.ts'
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
 * Checks whether the caller is an admin now. Queries Cognito only if the token names a group, so that nobody else depends
 * on it. A user who becomes an admin while signed in is one from the next token on, within 15 minutes.
 */
export const isAdmin = async ({ mayBeAdmin, userId }: Caller): Promise<boolean> =>
  mayBeAdmin && (await isAdminNow(userId))

/** Allows subscribers and admins. */
export const memberGuard: Guard = async (caller, now) => {
  if (isAccountSubscribed(caller, now) || (await isAdmin(caller))) return
  throw apiError('forbidden')
}
