import * as z from 'zod'
import type { UserPoolClientDefinition } from './types.ts'
import { action, textMap, type Action } from './action.ts'
import { CognitoError, invalidParameter, notAuthorised } from './errors.ts'
import { renewTokens } from './issue-tokens.ts'
import type { CognitoContext } from './context.ts'

/** Exchanges a refresh token for new access and ID tokens. */
export const refresh = async (
  context: CognitoContext,
  client: UserPoolClientDefinition,
  refreshToken: string,
  clientMetadata: Readonly<Record<string, string>> | undefined,
): Promise<object> => {
  const signIn = context.signIns.byRefreshToken(refreshToken)
  const pool = context.pools.get(client.userPoolId)
  const user = signIn && pool.users.get(signIn.userId)
  if (!signIn || signIn.clientId !== client.id) throw notAuthorised('Invalid Refresh Token')
  if (signIn.revoked) throw notAuthorised('Refresh Token has been revoked')
  if (signIn.refreshExpiresAtMs <= context.clock.now().getTime())
    throw notAuthorised('Refresh Token has expired')
  if (!user) throw notAuthorised('Invalid Refresh Token')
  if (!user.enabled) throw notAuthorised('User is disabled.')
  return renewTokens(context, { pool, client, user, clientMetadata }, signIn)
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
    // Refreshing requires this setting, because clients here have no token rotation.
    if (!client.explicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
      throw invalidParameter('Auth flow not enabled for this client')
    return refresh(context, client, RefreshToken, ClientMetadata)
  }),
  RevokeToken: action(Revoke, ({ ClientId, Token }) => {
    const client = context.pools.client(ClientId)
    if (Token.split('.').length === 3)
      throw new CognitoError('UnsupportedTokenTypeException', 'Unsupported token type')
    const signIn = context.signIns.byRefreshToken(Token)
    if (signIn && signIn.clientId !== client.id)
      throw new CognitoError('UnauthorizedException', 'The token was issued to another client')
    // An unknown token counts as revoked (RFC 7009, section 2.2).
    if (signIn) signIn.revoked = true
    return {}
  }),
})
