import { describe, expect, test } from 'vitest'
import { createTestCognito, createSignedInUser, claimsIn, clientId, poolId, tokensIn } from './fixture.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const apiError = (type: string, message: string) => ({ __type: type, message })
const signedIn = () => createSignedInUser(email, password)

describe('Cognito users', () => {
  test('keeps email addresses unique regardless of case', async () => {
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
    expect(
      await admin('UpdateUserAttributes', { Username: 'bob@home.example', UserAttributes }),
    ).toMatchObject({
      __type: 'AliasExistsException',
    })
  })

  test('rejects names of users that are longer than 128 characters, even addresses', async () => {
    const { admin, sub } = await signedIn()
    const domain = `${'x'.repeat(50)}.example`
    const address = `${'a'.repeat(128 - domain.length - 1)}@${domain}`
    const move = (to: string) =>
      admin('UpdateUserAttributes', { Username: sub, UserAttributes: [{ Name: 'email', Value: to }] })
    await move(address)
    expect(await admin('GetUser', { Username: address })).toMatchObject({ Username: sub })
    await move(`a${address}`)
    expect(await admin('GetUser', { Username: `a${address}` })).toEqual(
      apiError('InvalidParameterException', 'Username: Member must have length less than or equal to 128'),
    )
  })

  test('marks a changed address as unverified unless the change says otherwise', async () => {
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

  test('rejects all calls for a deleted user', async () => {
    const { admin, signIn, refresh, getUser } = await signedIn()
    expect(await admin('DeleteUser', { Username: email })).toEqual({})
    const gone = apiError('UserNotFoundException', 'User does not exist.')
    expect(await getUser()).toEqual(gone)
    expect(await admin('GetUser', { Username: email })).toEqual(gone)
    expect(await refresh()).toMatchObject({ __type: 'NotAuthorizedException' })
    expect(await signIn(email, password)).toMatchObject({ message: 'Incorrect username or password.' })
  })

  test('adds users only to existing groups', async () => {
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
      apiError('ResourceNotFoundException', 'Group not found.'),
    )
  })

  test('lists users page by page, with the two filters on email', async () => {
    const { call, signUp } = await signedIn()
    await signUp('anna@home.example', password)
    await signUp('bob@home.example', password)
    const list = async (body: object) => {
      const response = await call('ListUsers', { UserPoolId: poolId, AttributesToGet: ['email'], ...body })
      const users = (response['Users'] ?? []) as { Attributes: { Value: string }[] }[]
      return { names: users.map(({ Attributes }) => Attributes[0]?.Value), response }
    }
    expect((await list({ Filter: 'email = "BOB@home.example"' })).names).toEqual(['bob@home.example'])
    expect((await list({ Filter: 'email ^= "ann"' })).names).toEqual([email, 'anna@home.example'])
    const first = await list({ Limit: 2 })
    const second = await list({ Limit: 2, PaginationToken: first.response['PaginationToken'] })
    expect([...first.names, ...second.names]).toEqual([email, 'anna@home.example', 'bob@home.example'])
    expect(second.response).not.toHaveProperty('PaginationToken')
    expect((await list({ Filter: 'name = "x"' })).response).toMatchObject({
      __type: 'NotImplementedException',
    })
  })

  test('rejects unsupported actions and parameters with their name', async () => {
    const { call, admin } = createTestCognito()
    expect(await call('SignUp', { ClientId: clientId, Username: email, Password: password })).toEqual(
      apiError('NotAuthorizedException', 'SignUp is not permitted for this user pool'),
    )
    expect(await call('ForgotPassword', {})).toEqual(
      apiError('UnknownOperationException', 'The local Cognito does not support ForgotPassword.'),
    )
    expect(await admin('GetUser', { Username: email, Surprise: 1 })).toMatchObject({
      message: expect.stringContaining('Surprise'),
    })
    expect(await admin('CreateUser', { Username: email })).toMatchObject({
      __type: 'NotImplementedException',
    })
  })

  test('deletes users and sessions on reset but keeps pools, groups and keys', async () => {
    const { cognito, signUp, admin, refresh, accessToken, signIn } = await signedIn()
    cognito.reset()
    expect(await refresh()).toMatchObject({ message: 'Invalid Refresh Token' })
    await expect(cognito.verifyToken(poolId, accessToken)).resolves.toBeDefined()
    await signUp(email, password)
    expect(await admin('AddUserToGroup', { Username: email, GroupName: 'admin' })).toEqual({})
    tokensIn(await signIn(email, password))
  })
})
