import { expect, test } from 'vitest'
import { aSignedInUser, tokensIn, type aCognito } from './fixture.ts'

const email = 'ann@home.example'
const password = 'correct horse'
const refused = (type: string, message: string) => ({ __type: type, message })
const signedIn = (setting?: Parameters<typeof aCognito>[0]) => aSignedInUser(email, password, setting)

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
