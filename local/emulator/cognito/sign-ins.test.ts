import { describe, expect, test } from 'vitest'
import { testClient, createSignedInUser, claimsIn, clientId, poolId, tokensIn } from './fixture.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const apiError = (type: string, message: string) => ({ __type: type, message })
const signedIn = () => createSignedInUser(email, password)

describe('refresh tokens', () => {
  test('issues new tokens for the same session until the refresh token expires', async () => {
    const { refresh, accessToken, advanceClock, clock, call, refreshToken } = await signedIn()
    advanceClock(3_600_000)
    const renewed = tokensIn(await refresh())
    expect(renewed.refreshToken).toBe('')
    const [before, after] = [claimsIn(accessToken), claimsIn(renewed.accessToken)]
    expect(after).toMatchObject({ origin_jti: before['origin_jti'], auth_time: before['auth_time'] })
    expect(after['exp']).toBeGreaterThan(clock.now().getTime() / 1000)
    const AuthParameters = { REFRESH_TOKEN: refreshToken }
    tokensIn(
      await call('InitiateAuth', { ClientId: clientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }),
    )
    advanceClock(30 * 24 * 3_600_000)
    expect(await refresh()).toEqual(apiError('NotAuthorizedException', 'Refresh Token has expired'))
  })

  test('rejects an unknown refresh token, and one of another client', async () => {
    const { cognito, call, refreshToken } = await signedIn()
    cognito.addClient(testClient({ id: 'other-client' }))
    const invalid = apiError('NotAuthorizedException', 'Invalid Refresh Token')
    const refreshAs = (ClientId: string, RefreshToken: string) =>
      call('GetTokensFromRefreshToken', { ClientId, RefreshToken })
    expect(await refreshAs('other-client', refreshToken)).toEqual(invalid)
    expect(await refreshAs(clientId, 'invented')).toEqual(invalid)
  })

  test('revokes only the session of a refresh token, and its access token stays valid for gateways', async () => {
    const { cognito, call, signIn, refresh, getUser, refreshToken, accessToken } = await signedIn()
    const other = tokensIn(await signIn(email, password))
    expect(await call('RevokeToken', { ClientId: clientId, Token: refreshToken })).toEqual({})
    expect(await refresh()).toEqual(apiError('NotAuthorizedException', 'Refresh Token has been revoked'))
    expect(await getUser()).toEqual(apiError('NotAuthorizedException', 'Access Token has been revoked'))
    await expect(cognito.verifyToken(poolId, accessToken)).resolves.toBeDefined()
    expect(await call('GetUser', { AccessToken: other.accessToken })).toHaveProperty('Username')
    expect(await call('RevokeToken', { ClientId: clientId, Token: accessToken })).toMatchObject({
      __type: 'UnsupportedTokenTypeException',
    })
  })

  test.each(['themselves', 'an operator', 'disabling'])(
    'revokes all sessions on a global sign-out by %s',
    async (by) => {
      const { call, admin, signIn, refresh, getUser, accessToken } = await signedIn()
      const other = tokensIn(await signIn(email, password))
      if (by === 'themselves') await call('GlobalSignOut', { AccessToken: other.accessToken })
      if (by === 'an operator') await admin('UserGlobalSignOut', { Username: email })
      if (by === 'disabling') {
        await admin('DisableUser', { Username: email })
        await admin('EnableUser', { Username: email })
      }
      expect(await refresh()).toMatchObject({ message: 'Refresh Token has been revoked' })
      expect(await getUser()).toMatchObject({ message: 'Access Token has been revoked' })
      expect(await call('GlobalSignOut', { AccessToken: accessToken })).toHaveProperty('__type')
    },
  )

  test('accepts only valid access tokens for calls on the user’s own account', async () => {
    const { call, getUser, idToken, advanceClock } = await signedIn()
    const invalid = apiError('NotAuthorizedException', 'Invalid Access Token')
    expect(await call('GetUser', { AccessToken: idToken })).toEqual(invalid)
    expect(await call('GetUser', { AccessToken: 'nonsense' })).toEqual(invalid)
    advanceClock(3_600_000)
    expect(await getUser()).toEqual(apiError('NotAuthorizedException', 'Access Token has expired'))
  })
})
