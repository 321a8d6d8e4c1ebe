import { expect, test } from 'vitest'
import { aClient, aSignedInUser, claimsIn, clientId, poolId, tokensIn } from './fixture.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const refused = (type: string, message: string) => ({ __type: type, message })
const signedIn = () => aSignedInUser(email, password)

test('refreshing gives new tokens of the same sign-in, until the refresh token expires', async () => {
  const { refresh, accessToken, passTime, clock, call, refreshToken } = await signedIn()
  passTime(3_600_000)
  const renewed = tokensIn(await refresh())
  expect(renewed.refreshToken).toBe('')
  const [before, after] = [claimsIn(accessToken), claimsIn(renewed.accessToken)]
  expect(after).toMatchObject({ origin_jti: before['origin_jti'], auth_time: before['auth_time'] })
  expect(after['exp']).toBeGreaterThan(clock.now().getTime() / 1000)
  const AuthParameters = { REFRESH_TOKEN: refreshToken }
  tokensIn(await call('InitiateAuth', { ClientId: clientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }))
  passTime(30 * 24 * 3_600_000)
  expect(await refresh()).toEqual(refused('NotAuthorizedException', 'Refresh Token has expired'))
})

test('a refresh token is of no use to another client, nor is an invented one', async () => {
  const { cognito, call, refreshToken } = await signedIn()
  cognito.addClient(aClient({ id: 'other-client' }))
  const invalid = refused('NotAuthorizedException', 'Invalid Refresh Token')
  const refreshAs = (ClientId: string, RefreshToken: string) =>
    call('GetTokensFromRefreshToken', { ClientId, RefreshToken })
  expect(await refreshAs('other-client', refreshToken)).toEqual(invalid)
  expect(await refreshAs(clientId, 'invented')).toEqual(invalid)
})

test('revoking one refresh token ends that sign-in only, and gateways still take its access token', async () => {
  const { cognito, call, signIn, refresh, whoAmI, refreshToken, accessToken } = await signedIn()
  const other = tokensIn(await signIn(email, password))
  expect(await call('RevokeToken', { ClientId: clientId, Token: refreshToken })).toEqual({})
  expect(await refresh()).toEqual(refused('NotAuthorizedException', 'Refresh Token has been revoked'))
  expect(await whoAmI()).toEqual(refused('NotAuthorizedException', 'Access Token has been revoked'))
  await expect(cognito.verifyToken(poolId, accessToken)).resolves.toBeDefined()
  expect(await call('GetUser', { AccessToken: other.accessToken })).toHaveProperty('Username')
  expect(await call('RevokeToken', { ClientId: clientId, Token: accessToken })).toMatchObject({
    __type: 'UnsupportedTokenTypeException',
  })
})

test.each(['themselves', 'an operator', 'disabling'])('signing out everywhere by %s ends all', async (by) => {
  const { call, admin, signIn, refresh, whoAmI, accessToken } = await signedIn()
  const other = tokensIn(await signIn(email, password))
  if (by === 'themselves') await call('GlobalSignOut', { AccessToken: other.accessToken })
  if (by === 'an operator') await admin('UserGlobalSignOut', { Username: email })
  if (by === 'disabling') {
    await admin('DisableUser', { Username: email })
    await admin('EnableUser', { Username: email })
  }
  expect(await refresh()).toMatchObject({ message: 'Refresh Token has been revoked' })
  expect(await whoAmI()).toMatchObject({ message: 'Access Token has been revoked' })
  expect(await call('GlobalSignOut', { AccessToken: accessToken })).toHaveProperty('__type')
})

test('only access tokens that are in order open the calls on one’s own account', async () => {
  const { call, whoAmI, idToken, passTime } = await signedIn()
  const invalid = refused('NotAuthorizedException', 'Invalid Access Token')
  expect(await call('GetUser', { AccessToken: idToken })).toEqual(invalid)
  expect(await call('GetUser', { AccessToken: 'nonsense' })).toEqual(invalid)
  passTime(3_600_000)
  expect(await whoAmI()).toEqual(refused('NotAuthorizedException', 'Access Token has expired'))
})
