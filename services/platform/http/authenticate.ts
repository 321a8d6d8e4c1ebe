import * as z from 'zod/mini'
import { type Account, findAccount, isDeleted } from '../account/account.ts'
import { apiError } from '../api-error.ts'
import type { Table } from '../table/table.ts'
import { type Event, headerOf } from './event.ts'

/** The authenticated caller, with the items that decide their access. */
export interface Caller extends Account {
  readonly userId: string
  /** The sign-in that the token was issued for (`origin_jti`). Token refreshes keep it. */
  readonly signInId: string | undefined
  /**
   * Time at which the user last signed in (by password, emailed link or passkey), in epoch seconds. A token refresh does
   * not change it.
   */
  readonly signedInAtSeconds: number
  /**
   * True if the token names a group of the user pool. Without one, the user was no admin when the token was issued, at
   * most 15 minutes ago. With one, only the user pool knows: see `isAdmin` in guards.ts.
   */
  readonly mayBeAdmin: boolean
}

/** Verifies an access token and returns its claims. Rejects an invalid token. */
export type VerifyToken = (token: string, now: Date) => Promise<object>

/** Claims of an access token, as text from API Gateway. ID tokens have another `token_use` and are rejected. */
const accessClaims = z.object({
  sub: z.string().check(z.minLength(1)),
  token_use: z.literal('access'),
  auth_time: z.coerce.number(),
  origin_jti: z.optional(z.string()),
  // Absent without groups. A list, or its text from API Gateway.
  'cognito:groups': z.optional(z.unknown()),
})

/**
 * Finds the caller of a request whose token API Gateway has verified. Reads the account on every request, because the
 * gateway cannot detect a deletion or a sign-out everywhere.
 */
export const authenticate = async (event: Event, table: Table): Promise<Caller> =>
  callerOf(event.requestContext.authorizer?.jwt?.claims, table)

/**
 * Finds the caller of a public operation. Returns null if no token is sent.
 *
 * @throws ApiError `unauthorized` if a token is sent and is invalid
 */
export const authenticateOptional = async (
  event: Event,
  now: Date,
  { table, verifyToken }: { table?: Table | undefined; verifyToken?: VerifyToken | undefined },
): Promise<Caller | null> => {
  const authorization = headerOf(event, 'authorization')
  if (authorization === undefined) return null
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (table === undefined || verifyToken === undefined || token === undefined) throw apiError('unauthorized')
  return callerOf(await verifyToken(token, now), table)
}

/** Returns the user id if the token belongs to an account that has been deleted, else `undefined`. */
export const findDeletedCaller = async (event: Event, table: Table): Promise<string | undefined> => {
  const claims = accessClaims.safeParse(event.requestContext.authorizer?.jwt?.claims)
  if (!claims.success) return undefined
  return (await isDeleted(table, claims.data.sub)) ? claims.data.sub : undefined
}

const callerOf = async (verifiedClaims: object | undefined, table: Table): Promise<Caller> => {
  const claims = accessClaims.safeParse(verifiedClaims)
  if (!claims.success) throw apiError('unauthorized')
  const account = await findAccount(table, claims.data.sub)
  if (account === undefined || !isTokenAccepted(account, claims.data)) throw apiError('unauthorized')
  const { sub, origin_jti, auth_time, 'cognito:groups': groups } = claims.data
  return {
    ...account,
    userId: sub,
    signInId: origin_jti,
    signedInAtSeconds: auth_time,
    mayBeAdmin: groups !== undefined,
  }
}

/**
 * Rejects tokens of unverified accounts and of sessions that have been signed out. `auth_time` is in whole seconds, so
 * a sign-in in the same second as a sign-out cannot be distinguished by time. The profile therefore also stores the
 * session that requested the sign-out.
 */
const isTokenAccepted = ({ profile }: Account, claims: z.infer<typeof accessClaims>): boolean => {
  if (profile.email_verified_at === undefined) return false
  if (profile.tokens_valid_after === undefined) return true
  const validAfterSeconds = Math.floor(Date.parse(profile.tokens_valid_after) / 1000)
  return claims.auth_time >= validAfterSeconds && claims.origin_jti !== profile.signed_out_origin
}
