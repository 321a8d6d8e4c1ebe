import { describe, expect, test } from 'vitest'
import {
  testClient,
  createSignedInUser,
  createTestCognito,
  claimsIn,
  clientId,
  poolId,
  tokensIn,
} from './fixture.ts'

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

  test('cannot be combined with a rotating client, as in Cognito', () => {
    const { cognito } = createTestCognito()
    expect(() => cognito.addClient(testClient({ rotationGraceSeconds: 10 }))).toThrow(
      'ALLOW_REFRESH_TOKEN_AUTH',
    )
    expect(() => cognito.addClient(testClient({ explicitAuthFlows: [], rotationGraceSeconds: 61 }))).toThrow(
      'from 0 to 60',
    )
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

describe('refresh token rotation', () => {
  const rotating = async (rotationGraceSeconds = 60) => {
    const explicitAuthFlows = ['ALLOW_ADMIN_USER_PASSWORD_AUTH']
    const user = await createSignedInUser(email, password, {
      client: { explicitAuthFlows, rotationGraceSeconds },
    })
    const exchange = (RefreshToken: string) =>
      user.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken })
    return { ...user, exchange }
  }
  const reused = { __type: 'RefreshTokenReuseException' }

  test('returns a new refresh token of the same sign-in', async () => {
    const { exchange, refreshToken, accessToken } = await rotating()
    const renewed = tokensIn(await exchange(refreshToken))
    expect(renewed.refreshToken).not.toBe(refreshToken)
    const { origin_jti, auth_time } = claimsIn(accessToken)
    expect(claimsIn(renewed.accessToken)).toMatchObject({ origin_jti, auth_time })
    const again = tokensIn(await exchange(renewed.refreshToken))
    expect(again.refreshToken).not.toBe(renewed.refreshToken)
  })

  test('accepts the earlier token within the grace period, and no longer', async () => {
    const { exchange, refreshToken, advanceClock } = await rotating()
    const first = tokensIn(await exchange(refreshToken))
    advanceClock(59_999)
    const second = tokensIn(await exchange(refreshToken))
    expect(second.refreshToken).not.toBe(first.refreshToken)
    advanceClock(1)
    expect(await exchange(refreshToken)).toMatchObject(reused)
    for (const { refreshToken: newer } of [first, second]) tokensIn(await exchange(newer))
  })

  test('invalidates the earlier token immediately without a grace period', async () => {
    const { exchange, refreshToken } = await rotating(0)
    tokensIn(await exchange(refreshToken))
    expect(await exchange(refreshToken)).toMatchObject(reused)
  })

  test('keeps the expiry of the first refresh token', async () => {
    const { exchange, refreshToken, advanceClock } = await rotating()
    advanceClock(29 * 24 * 3_600_000)
    const { refreshToken: newer } = tokensIn(await exchange(refreshToken))
    advanceClock(24 * 3_600_000)
    expect(await exchange(newer)).toEqual(apiError('NotAuthorizedException', 'Refresh Token has expired'))
  })

  test.each(['first', 'second'] as const)('revokes the whole chain with its %s token', async (which) => {
    const { exchange, refreshToken: first, call } = await rotating()
    const { refreshToken: second, accessToken } = tokensIn(await exchange(first))
    await call('RevokeToken', { ClientId: clientId, Token: { first, second }[which] })
    for (const token of [first, second])
      expect(await exchange(token)).toEqual(
        apiError('NotAuthorizedException', 'Refresh Token has been revoked'),
      )
    expect(await call('GetUser', { AccessToken: accessToken })).toHaveProperty('__type')
  })

  test('does not permit REFRESH_TOKEN_AUTH', async () => {
    const { call, refreshToken } = await rotating()
    const AuthParameters = { REFRESH_TOKEN: refreshToken }
    expect(
      await call('InitiateAuth', { ClientId: clientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }),
    ).toEqual(apiError('InvalidParameterException', 'Auth flow not enabled for this client'))
  })

  test('keeps the token when a trigger rejects the refresh', async () => {
    let isRejecting = false
    const user = await createSignedInUser(email, password, {
      client: { explicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'], rotationGraceSeconds: 0 },
      triggers: {
        PreTokenGeneration: () => {
          if (isRejecting) throw new Error('not now')
          return {}
        },
      },
    })
    isRejecting = true
    expect(await user.refresh()).toMatchObject({ __type: 'UserLambdaValidationException' })
    isRejecting = false
    tokensIn(await user.refresh())
  })
})
