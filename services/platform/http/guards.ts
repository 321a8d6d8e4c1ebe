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

/** Allows subscribers and admins. Queries Cognito only for callers who do not subscribe. */
export const memberGuard: Guard = async (caller, now) => {
  if (isAccountSubscribed(caller, now) || (await isAdminNow(caller.userId))) return
  throw apiError('forbidden')
}
