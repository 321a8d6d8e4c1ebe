import { describe, expect, test } from 'vitest'
import { createSignedInUser, tokensIn, type createTestCognito } from './fixture.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const apiError = (type: string, message: string) => ({ __type: type, message })
const signedIn = (setting?: Parameters<typeof createTestCognito>[0]) =>
  createSignedInUser(email, password, setting)

describe('own account', () => {
  test('changes the password and rejects the old one', async () => {
    const { call, signIn, accessToken } = await signedIn()
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      call('ChangePassword', { AccessToken: accessToken, PreviousPassword, ProposedPassword })
    expect(await change('wrong one', 'battery staple')).toMatchObject({ __type: 'NotAuthorizedException' })
    expect(await change(password, 'short')).toEqual(
      apiError('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
    )
    expect(await change(password, ' spaces around ')).toMatchObject({ __type: 'InvalidParameterException' })
    expect(await change(password, 'battery staple')).toEqual({})
    expect(await signIn(email, password)).toMatchObject({ __type: 'NotAuthorizedException' })
    tokensIn(await signIn(email, 'battery staple'))
  })

  test('writes only the attributes that the app client may write', async () => {
    const { call, getUser, accessToken } = await signedIn({ client: { writeAttributes: ['name', 'email'] } })
    const write = (Name: string, Value: string) =>
      call('UpdateUserAttributes', { AccessToken: accessToken, UserAttributes: [{ Name, Value }] })
    const unauthorised = 'A client attempted to write unauthorized attribute'
    expect(await write('email_verified', 'true')).toEqual(apiError('NotAuthorizedException', unauthorised))
    expect(await write('nickname', 'A')).toEqual(apiError('NotAuthorizedException', unauthorised))
    expect(await write('email', 'new@home.example')).toMatchObject({ __type: 'NotImplementedException' })
    await write('name', 'Ann')
    expect(await getUser()).toMatchObject({
      UserAttributes: expect.arrayContaining([{ Name: 'name', Value: 'Ann' }]),
    })
  })
})
