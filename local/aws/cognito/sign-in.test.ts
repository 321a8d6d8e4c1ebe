import { createPublicKey, createVerify, type JsonWebKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { aCognito, claimsIn, clientId, poolId, tokensIn } from './fixture.ts'
import { anSrpClient } from './srp-client.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const refused = (type: string, message: string) => ({ __type: type, message })
const incorrect = refused('NotAuthorizedException', 'Incorrect username or password.')
type StandIn = ReturnType<typeof aCognito>

const challenge = async ({ call }: StandIn, name: string, srpA: string) => {
  const answer = await call('InitiateAuth', {
    ClientId: clientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: name, SRP_A: srpA },
  })
  return (answer['ChallengeParameters'] ?? {}) as Record<string, string>
}

const respond = ({ call }: StandIn, responses: Record<string, string>) =>
  call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: responses,
  })

test('a challenge for an address that nobody has looks like any other and stays the same', async () => {
  const standIn = aCognito()
  await standIn.signUp(email, password)
  const client = anSrpClient()
  const real = await challenge(standIn, email, client.srpA)
  const invented = await challenge(standIn, 'nobody@home.example', client.srpA)
  const again = await challenge(standIn, 'NOBODY@home.example', client.srpA)
  expect(Object.keys(invented)).toEqual(Object.keys(real))
  expect(invented['USERNAME']).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(again).toMatchObject({ USERNAME: invented['USERNAME'], SALT: invented['SALT'] })
  expect(await respond(standIn, client.answer(invented, password))).toEqual(incorrect)
  const wrong = client.answer(await challenge(standIn, email, client.srpA), 'wrong')
  expect(await respond(standIn, wrong)).toEqual(incorrect)
})

test('a client that may tell says that an address is unknown', async () => {
  const { signIn } = aCognito({ client: { preventUserExistenceErrors: false } })
  expect(await signIn(email, password)).toEqual(refused('UserNotFoundException', 'User does not exist.'))
})

test('a proof of the password works once, and within three minutes', async () => {
  const standIn = aCognito()
  await standIn.signUp(email, password)
  const client = anSrpClient()
  const proof = client.answer(await challenge(standIn, email, client.srpA), password)
  tokensIn(await respond(standIn, proof))
  expect(await respond(standIn, proof)).toMatchObject(
    refused('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
  )
  const late = client.answer(await challenge(standIn, email, client.srpA), password)
  standIn.passTime(3 * 60_000)
  expect(await respond(standIn, late)).toMatchObject({
    message: 'Invalid session for the user, session is expired.',
  })
  const invented = { ...late, PASSWORD_CLAIM_SECRET_BLOCK: 'aW52ZW50ZWQ=' }
  expect(await respond(standIn, invented)).toMatchObject({ message: 'Invalid session for the user.' })
})

test.each([email, 'nobody@home.example'])(
  'five wrong passwords for %s lock for 1, 2, 4 … seconds',
  async (name) => {
    const { signUp, signIn, passTime } = aCognito()
    await signUp(email, password)
    const exceeded = refused('NotAuthorizedException', 'Password attempts exceeded')
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await signIn(name, 'wrong one')).toEqual(incorrect)
    expect(await signIn(name, password)).toEqual(exceeded)
    passTime(1000)
    expect(await signIn(name, 'wrong one')).toEqual(incorrect)
    passTime(1500)
    expect(await signIn(name, password)).toEqual(exceeded)
    // A quarter of an hour after the lock's end, everything is forgotten.
    passTime(15 * 60_000 + 500)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await signIn(name, 'wrong one')).toEqual(incorrect)
    expect(await signIn(name, 'wrong one')).toEqual(exceeded)
  },
)

test('the right password after a lock ends it', async () => {
  const { signUp, signIn, passTime } = aCognito()
  await signUp(email, password)
  for (let attempt = 0; attempt < 5; attempt += 1) await signIn(email, 'wrong one')
  passTime(1000)
  tokensIn(await signIn(email, password))
  for (let attempt = 0; attempt < 4; attempt += 1) expect(await signIn(email, 'wrong one')).toEqual(incorrect)
})

test('tokens say who, for whom and until when', async () => {
  const { cognito, signUp, signIn, admin } = aCognito({ client: { accessTokenSeconds: 900 } })
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

test('tokens verify with the published key until they expire, and forged ones never', async () => {
  const { cognito, signUp, signIn, passTime } = aCognito()
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
  passTime(3_600_000)
  await expect(cognito.verifyToken(poolId, accessToken)).rejects.toThrow('expired')
})

test('flows that the client does not allow, or that nobody knows, are refused by name', async () => {
  const { call, admin, signUp } = aCognito({ client: { explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] } })
  await signUp(email, password)
  const AuthParameters = { USERNAME: email, PASSWORD: password, REFRESH_TOKEN: 'any' }
  const start = (AuthFlow: string) => call('InitiateAuth', { ClientId: clientId, AuthFlow, AuthParameters })
  expect(await start('USER_PASSWORD_AUTH')).toEqual(
    refused('InvalidParameterException', 'USER_PASSWORD_AUTH flow not enabled for this client'),
  )
  expect(await start('CUSTOM_AUTH')).toMatchObject({ message: expect.stringContaining('CUSTOM_AUTH') })
  expect(await start('REFRESH_TOKEN_AUTH')).toMatchObject({ __type: 'InvalidParameterException' })
  expect(await start('USER_AUTH')).toMatchObject({ message: expect.stringContaining('USER_AUTH') })
  expect(await start('ADMIN_USER_PASSWORD_AUTH')).toMatchObject({ __type: 'InvalidParameterException' })
  expect(
    await admin('InitiateAuth', { ClientId: clientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', AuthParameters }),
  ).toEqual(refused('InvalidParameterException', 'Auth flow not enabled for this client'))
})

test('a password in the clear works where the client allows it', async () => {
  const { call, signUp } = aCognito({ client: { explicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] } })
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

test('disabled users and unfinished ones get no tokens', async () => {
  const { admin, signUp, signIn } = aCognito()
  await signUp(email, password)
  await admin('DisableUser', { Username: email })
  expect(await signIn(email, password)).toEqual(refused('NotAuthorizedException', 'User is disabled.'))
  await admin('EnableUser', { Username: email })
  await admin('SetUserPassword', { Username: email, Password: password })
  expect(await signIn(email, password)).toMatchObject({
    message: expect.stringContaining('NEW_PASSWORD_REQUIRED'),
  })
})
