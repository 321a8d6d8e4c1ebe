import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda'
import * as z from 'zod'
import { findMember, isDeleted, type Member } from '../member.ts'
import { refused } from '../refusal.ts'
import type { Table } from '../table/table.ts'

/** Who is calling, and everything that decides what they may do. */
export interface Caller extends Member {
  readonly userId: string
  /** The sign-in that the token comes from. */
  readonly tokenOrigin: string | undefined
  /** When the person last showed a password or a link, in seconds since 1970: a refresh does not move it. */
  readonly signedInAtSeconds: number
}

/** API Gateway hands claims on as text. An ID token has no scope and says `id`: it opens nothing. */
const accessClaims = z.object({
  sub: z.string().min(1),
  token_use: z.literal('access'),
  auth_time: z.coerce.number(),
  origin_jti: z.string().optional(),
})

/**
 * Finds the caller. The gateway has checked signature and expiry; what it cannot know is whether the
 * person has since been deleted or signed out everywhere, so their items are read at each call.
 */
export const identify = async (
  event: APIGatewayProxyEventV2WithJWTAuthorizer,
  table: Table,
): Promise<Caller> => callerOf(event.requestContext.authorizer?.jwt?.claims, table)

/** The id of the deleted account that a token still speaks for, until it runs out; `undefined` for any other. */
export const deletedCaller = async (
  event: APIGatewayProxyEventV2WithJWTAuthorizer,
  table: Table,
): Promise<string | undefined> => {
  const claims = accessClaims.safeParse(event.requestContext.authorizer?.jwt?.claims)
  if (!claims.success) return undefined
  return (await isDeleted(table, claims.data.sub)) ? claims.data.sub : undefined
}

/** The caller that these claims of a verified token speak for. */
export const callerOf = async (verified: object | undefined, table: Table): Promise<Caller> => {
  const claims = accessClaims.safeParse(verified)
  if (!claims.success) throw refused('unauthorized')
  const member = await findMember(table, claims.data.sub)
  if (member === undefined || !isTokenGood(member, claims.data)) throw refused('unauthorized')
  const { sub, origin_jti, auth_time } = claims.data
  return { ...member, userId: sub, tokenOrigin: origin_jti, signedInAtSeconds: auth_time }
}

/**
 * `auth_time` has whole seconds, so a sign-in in the very second of a sign-out cannot be told apart by
 * time: the sign-in that asked for the sign-out is therefore named as well.
 */
const isTokenGood = ({ profile }: Member, claims: z.infer<typeof accessClaims>): boolean => {
  if (profile.email_verified_at === undefined) return false
  if (profile.tokens_valid_after === undefined) return true
  const validAfterSeconds = Math.floor(Date.parse(profile.tokens_valid_after) / 1000)
  return claims.auth_time >= validAfterSeconds && claims.origin_jti !== profile.signed_out_origin
}
