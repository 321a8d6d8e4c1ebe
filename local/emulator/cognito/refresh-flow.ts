import * as z from 'zod'
import type { UserPoolClientDefinition } from './types.ts'
import { action, textMap, type Action } from './action.ts'
import { CognitoError, invalidParameter, notAuthorised } from './errors.ts'
import { renewTokens } from './issue-tokens.ts'
import type { RefreshToken } from './sign-ins.ts'
import type { CognitoContext } from './context.ts'

/**
 * Rejects a refresh token that was exchanged longer ago than the client's grace period. The other tokens of the sign-in
 * stay valid, because AWS documents no consequence for them:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetTokensFromRefreshToken.html
 */
const checkReuse = (
  context: CognitoContext,
  { rotationGraceSeconds = 0 }: UserPoolClientDefinition,
  { rotatedAtMs }: RefreshToken,
): void => {
  if (rotatedAtMs === undefined) return
  if (context.clock.now().getTime() >= rotatedAtMs + rotationGraceSeconds * 1000)
    throw new CognitoError('RefreshTokenReuseException', 'Refresh Token has been invalidated by rotation')
}

/** Exchanges a refresh token for new tokens. */
export const refresh = async (
  context: CognitoContext,
  client: UserPoolClientDefinition,
  refreshToken: string,
  clientMetadata: Readonly<Record<string, string>> | undefined,
): Promise<object> => {
  const token = context.signIns.byRefreshToken(refreshToken)
  const signIn = token?.signIn
  const pool = context.pools.get(client.userPoolId)
  const user = signIn && pool.users.get(signIn.userId)
  if (!token || !signIn || signIn.clientId !== client.id) throw notAuthorised('Invalid Refresh Token')
  if (signIn.revoked) throw notAuthorised('Refresh Token has been revoked')
  if (signIn.refreshExpiresAtMs <= context.clock.now().getTime())
    throw notAuthorised('Refresh Token has expired')
  checkReuse(context, client, token)
  if (!user) throw notAuthorised('Invalid Refresh Token')
  if (!user.enabled) throw notAuthorised('User is disabled.')
  return renewTokens(context, { pool, client, user, clientMetadata }, token)
}

const Refresh = z.strictObject({
  ClientId: z.string(),
  RefreshToken: z.string(),
  ClientMetadata: textMap.optional(),
})
const Revoke = z.strictObject({ ClientId: z.string(), Token: z.string() })

export const refreshTokenActions = (context: CognitoContext): Readonly<Record<string, Action>> => ({
  GetTokensFromRefreshToken: action(Refresh, ({ ClientId, RefreshToken, ClientMetadata }) => {
    const client = context.pools.client(ClientId)
    // Without rotation, refreshing requires this setting. With rotation, a client cannot have it.
    if (
      client.rotationGraceSeconds === undefined &&
      !client.explicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH')
    )
      throw invalidParameter('Auth flow not enabled for this client')
    return refresh(context, client, RefreshToken, ClientMetadata)
  }),
  RevokeToken: action(Revoke, ({ ClientId, Token }) => {
    const client = context.pools.client(ClientId)
    if (Token.split('.').length === 3)
      throw new CognitoError('UnsupportedTokenTypeException', 'Unsupported token type')
    const signIn = context.signIns.byRefreshToken(Token)?.signIn
    if (signIn && signIn.clientId !== client.id)
      throw new CognitoError('UnauthorizedException', 'The token was issued to another client')
    // An unknown token counts as revoked (RFC 7009, section 2.2).
    if (signIn) signIn.revoked = true
    return {}
  }),
})
