import { expect, test } from 'vitest'
import { aCognito, claimsIn, clientId, poolId, tokensIn } from './fixture.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const refused = (type: string, message: string) => ({ __type: type, message })

const signedIn = async (client: Parameters<typeof aCognito>[0] = {}) => {
  const standIn = aCognito(client)
  const sub = await standIn.signUp(email, password)
  const tokens = tokensIn(await standIn.signIn(email, password))
  const refresh = () =>
    standIn.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: tokens.refreshToken })
  const whoAmI = () => standIn.call('GetUser', { AccessToken: tokens.accessToken })
  return { ...standIn, ...tokens, sub, refresh, whoAmI }
}

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
  cognito.addClient({
    id: 'other-client',
    userPoolId: poolId,
    explicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
    accessTokenSeconds: 3600,
    idTokenSeconds: 3600,
    refreshTokenSeconds: 3600,
    preventUserExistenceErrors: true,
    writeAttributes: [],
  })
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

test('changing the password takes the old one', async () => {
  const { call, signIn, accessToken } = await signedIn()
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    call('ChangePassword', { AccessToken: accessToken, PreviousPassword, ProposedPassword })
  expect(await change('wrong one', 'battery staple')).toMatchObject({ __type: 'NotAuthorizedException' })
  expect(await change(password, 'short')).toEqual(
    refused('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
  )
  expect(await change(password, ' spaces around ')).toMatchObject({ __type: 'InvalidParameterException' })
  expect(await change(password, 'battery staple')).toEqual({})
  expect(await signIn(email, password)).toMatchObject({ __type: 'NotAuthorizedException' })
  tokensIn(await signIn(email, 'battery staple'))
})

test('people write only the attributes that their client may write', async () => {
  const { call, whoAmI, accessToken } = await signedIn({ client: { writeAttributes: ['name', 'email'] } })
  const write = (Name: string, Value: string) =>
    call('UpdateUserAttributes', { AccessToken: accessToken, UserAttributes: [{ Name, Value }] })
  const unauthorised = 'A client attempted to write unauthorized attribute'
  expect(await write('email_verified', 'true')).toEqual(refused('NotAuthorizedException', unauthorised))
  expect(await write('nickname', 'A')).toEqual(refused('NotAuthorizedException', unauthorised))
  expect(await write('email', 'new@home.example')).toMatchObject({ __type: 'NotImplementedException' })
  await write('name', 'Ann')
  expect(await whoAmI()).toMatchObject({
    UserAttributes: expect.arrayContaining([{ Name: 'name', Value: 'Ann' }]),
  })
})

test('an address has one account, whatever its case', async () => {
  const { admin, signUp, sub } = await signedIn()
  const create = (Username: string) => admin('CreateUser', { Username, MessageAction: 'SUPPRESS' })
  expect(await create('ANN@home.example')).toMatchObject({ __type: 'UsernameExistsException' })
  expect(await create('not an address')).toMatchObject({ __type: 'InvalidParameterException' })
  expect(await admin('GetUser', { Username: 'Ann@Home.example' })).toMatchObject({
    Username: sub,
    UserStatus: 'CONFIRMED',
    Enabled: true,
    UserAttributes: [
      { Name: 'sub', Value: sub },
      { Name: 'email', Value: email },
    ],
  })
  await signUp('bob@home.example', password)
  const UserAttributes = [{ Name: 'email', Value: email }]
  expect(await admin('UpdateUserAttributes', { Username: 'bob@home.example', UserAttributes })).toMatchObject(
    {
      __type: 'AliasExistsException',
    },
  )
})

test('a new address counts as unverified unless said otherwise', async () => {
  const { admin, sub, signIn } = await signedIn()
  const update = (UserAttributes: object[]) =>
    admin('UpdateUserAttributes', { Username: sub, UserAttributes })
  await update([{ Name: 'email_verified', Value: 'true' }])
  await update([{ Name: 'email', Value: 'new@home.example' }])
  expect(claimsIn(tokensIn(await signIn('new@home.example', password)).idToken)).toMatchObject({
    email: 'new@home.example',
    email_verified: false,
  })
})

test('a deleted user is gone from everywhere', async () => {
  const { admin, signIn, refresh, whoAmI } = await signedIn()
  expect(await admin('DeleteUser', { Username: email })).toEqual({})
  const gone = refused('UserNotFoundException', 'User does not exist.')
  expect(await whoAmI()).toEqual(gone)
  expect(await admin('GetUser', { Username: email })).toEqual(gone)
  expect(await refresh()).toMatchObject({ __type: 'NotAuthorizedException' })
  expect(await signIn(email, password)).toMatchObject({ message: 'Incorrect username or password.' })
})

test('groups have members, and only groups that exist', async () => {
  const { admin, call, sub } = await signedIn()
  const membership = { Username: email, GroupName: 'admin' }
  const members = () => call('ListUsersInGroup', { UserPoolId: poolId, GroupName: 'admin' })
  await admin('AddUserToGroup', membership)
  expect(await members()).toMatchObject({ Users: [{ Username: sub }] })
  expect(await admin('ListGroupsForUser', { Username: email })).toMatchObject({
    Groups: [{ GroupName: 'admin' }],
  })
  await admin('RemoveUserFromGroup', membership)
  expect(await members()).toEqual({ Users: [] })
  expect(await admin('AddUserToGroup', { ...membership, GroupName: 'owners' })).toEqual(
    refused('ResourceNotFoundException', 'Group not found.'),
  )
})

test('users are listed by pages and by the two filters on e-mail', async () => {
  const { call, signUp } = await signedIn()
  await signUp('anna@home.example', password)
  await signUp('bob@home.example', password)
  const list = async (body: object) => {
    const answer = await call('ListUsers', { UserPoolId: poolId, AttributesToGet: ['email'], ...body })
    const users = (answer['Users'] ?? []) as { Attributes: { Value: string }[] }[]
    return { names: users.map(({ Attributes }) => Attributes[0]?.Value), answer }
  }
  expect((await list({ Filter: 'email = "BOB@home.example"' })).names).toEqual(['bob@home.example'])
  expect((await list({ Filter: 'email ^= "ann"' })).names).toEqual([email, 'anna@home.example'])
  const first = await list({ Limit: 2 })
  const second = await list({ Limit: 2, PaginationToken: first.answer['PaginationToken'] })
  expect([...first.names, ...second.names]).toEqual([email, 'anna@home.example', 'bob@home.example'])
  expect(second.answer).not.toHaveProperty('PaginationToken')
  expect((await list({ Filter: 'name = "x"' })).answer).toMatchObject({ __type: 'NotImplementedException' })
})

test('what the stand-in does not know it refuses by name', async () => {
  const { call, admin } = aCognito()
  expect(await call('SignUp', { ClientId: clientId, Username: email, Password: password })).toEqual(
    refused('NotAuthorizedException', 'SignUp is not permitted for this user pool'),
  )
  expect(await call('ForgotPassword', {})).toEqual(
    refused('UnknownOperationException', 'The local Cognito does not know ForgotPassword.'),
  )
  expect(await admin('GetUser', { Username: email, Surprise: 1 })).toMatchObject({
    message: expect.stringContaining('Surprise'),
  })
  expect(await admin('CreateUser', { Username: email })).toMatchObject({
    __type: 'NotImplementedException',
  })
})

test('a reset forgets people and sign-ins but keeps pools, groups and keys', async () => {
  const { cognito, signUp, admin, refresh, accessToken, signIn } = await signedIn()
  cognito.reset()
  expect(await refresh()).toMatchObject({ message: 'Invalid Refresh Token' })
  await expect(cognito.verifyToken(poolId, accessToken)).resolves.toBeDefined()
  await signUp(email, password)
  expect(await admin('AddUserToGroup', { Username: email, GroupName: 'admin' })).toEqual({})
  tokensIn(await signIn(email, password))
})
