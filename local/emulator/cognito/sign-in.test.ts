import { createPublicKey, createVerify, type JsonWebKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestCognito, claimsIn, clientId, poolId, tokensIn } from './fixture.ts'
import { createSrpClient } from './srp-client.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const apiError = (type: string, message: string) => ({ __type: type, message })
const incorrect = apiError('NotAuthorizedException', 'Incorrect username or password.')
type TestCognito = ReturnType<typeof createTestCognito>

const challenge = async ({ call }: TestCognito, name: string, srpA: string) => {
  const response = await call('InitiateAuth', {
    ClientId: clientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: name, SRP_A: srpA },
  })
  return (response['ChallengeParameters'] ?? {}) as Record<string, string>
}

const respond = ({ call }: TestCognito, responses: Record<string, string>) =>
  call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: responses,
  })

describe('sign-in', () => {
  test('returns a consistent, realistic challenge for an unknown address', async () => {
    const emulator = createTestCognito()
    await emulator.signUp(email, password)
    const client = createSrpClient()
    const real = await challenge(emulator, email, client.srpA)
    const unknownUser = await challenge(emulator, 'nobody@home.example', client.srpA)
    const again = await challenge(emulator, 'NOBODY@home.example', client.srpA)
    expect(Object.keys(unknownUser)).toEqual(Object.keys(real))
    expect(unknownUser['USERNAME']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(again).toMatchObject({ USERNAME: unknownUser['USERNAME'], SALT: unknownUser['SALT'] })
    expect(await respond(emulator, client.respond(unknownUser, password))).toEqual(incorrect)
    const wrong = client.respond(await challenge(emulator, email, client.srpA), 'wrong')
    expect(await respond(emulator, wrong)).toEqual(incorrect)
  })

  test('discloses an unknown address if the client allows it', async () => {
    const { signIn } = createTestCognito({ client: { preventUserExistenceErrors: false } })
    expect(await signIn(email, password)).toEqual(apiError('UserNotFoundException', 'User does not exist.'))
  })

  test('accepts a password proof once, within three minutes', async () => {
    const emulator = createTestCognito()
    await emulator.signUp(email, password)
    const client = createSrpClient()
    const proof = client.respond(await challenge(emulator, email, client.srpA), password)
    tokensIn(await respond(emulator, proof))
    expect(await respond(emulator, proof)).toMatchObject(
      apiError('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
    )
    const late = client.respond(await challenge(emulator, email, client.srpA), password)
    emulator.advanceClock(3 * 60_000)
    expect(await respond(emulator, late)).toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    })
    const unknownUser = { ...late, PASSWORD_CLAIM_SECRET_BLOCK: 'aW52ZW50ZWQ=' }
    expect(await respond(emulator, unknownUser)).toMatchObject({ message: 'Invalid session for the user.' })
  })

  test.each([email, 'nobody@home.example'])(
    'locks %s for 1, 2, 4 … seconds after five wrong passwords',
    async (name) => {
      const { signUp, signIn, advanceClock } = createTestCognito()
      await signUp(email, password)
      const exceeded = apiError('NotAuthorizedException', 'Password attempts exceeded')
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await signIn(name, 'wrong one')).toEqual(incorrect)
      expect(await signIn(name, password)).toEqual(exceeded)
      advanceClock(1000)
      expect(await signIn(name, 'wrong one')).toEqual(incorrect)
      advanceClock(1500)
      expect(await signIn(name, password)).toEqual(exceeded)
      // The count is reset a quarter of an hour after the end of the lock.
      advanceClock(15 * 60_000 + 500)
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await signIn(name, 'wrong one')).toEqual(incorrect)
      expect(await signIn(name, 'wrong one')).toEqual(exceeded)
    },
  )

  test('resets the lockout with the right password after a lock', async () => {
    const { signUp, signIn, advanceClock } = createTestCognito()
    await signUp(email, password)
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(email, 'wrong one')
    advanceClock(1000)
    tokensIn(await signIn(email, password))
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await signIn(email, 'wrong one')).toEqual(incorrect)
  })

  test('issues tokens with user, client and expiry claims', async () => {
    const { cognito, signUp, signIn, admin } = createTestCognito({ client: { accessTokenSeconds: 900 } })
    const sub = await signUp(email, password)
    await admin('AddUserToGroup', { Username: email, GroupName: 'admin' })
    await admin('UpdateUserAttributes', {
      Username: email,
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    })
    const { accessToken, idToken } = tokensIn(await signIn(email, password))
    const iss = `https://cognito-idp.eu-west-2.amazonaws.com/${poolId}`
    const access = await cognito.verifyToken(poolId, accessToken)
    expect(access).toMatchObject({
      sub,
      username: sub,
      iss,
      client_id: clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      'cognito:groups': ['admin'],
      exp: Number(access['iat']) + 900,
    })
    expect(access).not.toHaveProperty('aud')
    expect(claimsIn(idToken)).toMatchObject({
      sub,
      iss,
      aud: clientId,
      token_use: 'id',
      email,
      email_verified: true,
    })
  })

  test('verifies tokens with the published key until they expire, and rejects forged ones', async () => {
    const { cognito, signUp, signIn, advanceClock } = createTestCognito()
    await signUp(email, password)
    const { accessToken } = tokensIn(await signIn(email, password))
    const [key] = (cognito.jwks(poolId) as { keys: JsonWebKey[] }).keys
    if (!key) throw new Error('No key')
    const [header, payload, signature = ''] = accessToken.split('.')
    const check = createVerify('RSA-SHA256').update(`${header}.${payload}`)
    expect(check.verify(createPublicKey({ key, format: 'jwk' }), signature, 'base64url')).toBe(true)

    const changed = { ...claimsIn(accessToken), sub: 'somebody else' }
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64url')
    await expect(cognito.verifyToken(poolId, `${header}.${forged}.${signature}`)).rejects.toThrow('signature')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    await expect(cognito.verifyToken(poolId, `${unsigned}.${payload}.`)).rejects.toThrow('not a JWT')
    await expect(cognito.verifyToken('eu-west-2_Other', accessToken)).rejects.toThrow('issuer')
    advanceClock(3_600_000)
    await expect(cognito.verifyToken(poolId, accessToken)).rejects.toThrow('expired')
  })

  test('rejects disabled and unsupported flows with their name', async () => {
    const { call, admin, signUp } = createTestCognito({
      client: { explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
    })
    await signUp(email, password)
    const AuthParameters = { USERNAME: email, PASSWORD: password, REFRESH_TOKEN: 'any' }
    const start = (AuthFlow: string) => call('InitiateAuth', { ClientId: clientId, AuthFlow, AuthParameters })
    expect(await start('USER_PASSWORD_AUTH')).toEqual(
      apiError('InvalidParameterException', 'USER_PASSWORD_AUTH flow not enabled for this client'),
    )
    expect(await start('CUSTOM_AUTH')).toMatchObject({ message: expect.stringContaining('CUSTOM_AUTH') })
    expect(await start('REFRESH_TOKEN_AUTH')).toMatchObject({ __type: 'InvalidParameterException' })
    expect(await start('USER_AUTH')).toMatchObject({ message: expect.stringContaining('USER_AUTH') })
    expect(await start('ADMIN_USER_PASSWORD_AUTH')).toMatchObject({ __type: 'InvalidParameterException' })
    expect(
      await admin('InitiateAuth', {
        ClientId: clientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters,
      }),
    ).toEqual(apiError('InvalidParameterException', 'Auth flow not enabled for this client'))
  })

  test('accepts a plain password if the client allows it', async () => {
    const { call, signUp } = createTestCognito({
      client: { explicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] },
    })
    await signUp(email, password)
    const start = (PASSWORD: string) =>
      call('InitiateAuth', {
        ClientId: clientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD },
      })
    tokensIn(await start(password))
    expect(await start('wrong one')).toEqual(incorrect)
  })

  test('issues no tokens to disabled or unconfirmed users', async () => {
    const { admin, signUp, signIn } = createTestCognito()
    await signUp(email, password)
    await admin('DisableUser', { Username: email })
    expect(await signIn(email, password)).toEqual(apiError('NotAuthorizedException', 'User is disabled.'))
    await admin('EnableUser', { Username: email })
    await admin('SetUserPassword', { Username: email, Password: password })
    expect(await signIn(email, password)).toMatchObject({
      message: expect.stringContaining('NEW_PASSWORD_REQUIRED'),
    })
  })
})
