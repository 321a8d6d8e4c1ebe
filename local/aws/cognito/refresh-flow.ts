import * as z from 'zod'
import type { UserPoolClientDefinition } from '../../types.ts'
import { action, textMap, type Action } from './action.ts'
import { CognitoError, invalidParameter, notAuthorised } from './errors.ts'
import { renewTokens } from './issue-tokens.ts'
import type { World } from './world.ts'

/** Exchanges a refresh token for new access and ID tokens. */
export const refresh = async (
  world: World,
  client: UserPoolClientDefinition,
  refreshToken: string,
  clientMetadata: Readonly<Record<string, string>> | undefined,
): Promise<object> => {
  const signIn = world.signIns.byRefreshToken(refreshToken)
  const pool = world.pools.get(client.userPoolId)
  const user = signIn && pool.users.get(signIn.userId)
  if (!signIn || signIn.clientId !== client.id) throw notAuthorised('Invalid Refresh Token')
  if (signIn.revoked) throw notAuthorised('Refresh Token has been revoked')
  if (signIn.refreshExpiresAtMs <= world.clock.now().getTime())
    throw notAuthorised('Refresh Token has expired')
  if (!user) throw notAuthorised('Invalid Refresh Token')
  if (!user.enabled) throw notAuthorised('User is disabled.')
  return renewTokens(world, { pool, client, user, clientMetadata }, signIn)
}

const Refresh = z.strictObject({
  ClientId: z.string(),
  RefreshToken: z.string(),
  ClientMetadata: textMap.optional(),
})
const Revoke = z.strictObject({ ClientId: z.string(), Token: z.string() })

export const refreshTokenActions = (world: World): Readonly<Record<string, Action>> => ({
  GetTokensFromRefreshToken: action(Refresh, ({ ClientId, RefreshToken, ClientMetadata }) => {
    const client = world.pools.client(ClientId)
    // Without rotation, which clients here do not have, refreshing needs this setting.
    if (!client.explicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
      throw invalidParameter('Auth flow not enabled for this client')
    return refresh(world, client, RefreshToken, ClientMetadata)
  }),
  RevokeToken: action(Revoke, ({ ClientId, Token }) => {
    const client = world.pools.client(ClientId)
    if (Token.split('.').length === 3)
      throw new CognitoError('UnsupportedTokenTypeException', 'Unsupported token type')
    const signIn = world.signIns.byRefreshToken(Token)
    if (signIn && signIn.clientId !== client.id)
      throw new CognitoError('UnauthorizedException', 'The token was issued to another client')
    // A token that nobody knows is as good as revoked (RFC 7009, section 2.2).
    if (signIn) signIn.revoked = true
    return {}
  }),
})
