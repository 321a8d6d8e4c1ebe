import { expect, test } from 'vitest'
import { signUp } from '../../../shared/contract/identity.ts'
import { call, callOk } from '../../../test/kit/call.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '../../../test/kit/link.ts'
import { aSignUp } from '../../../test/kit/people.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { stored } from '../../../test/kit/stored.ts'
import { keys } from '../../platform/table/keys.ts'
import { given } from '../../../test/kit/given.ts'

const confirm = /Confirm your email/

test('opens an account and mails the link that verifies it', async () => {
  const body = aSignUp({ plan: 'monthly' })
  expect(await call(signUp, { body })).toMatchObject({ status: 200, body: { success: true } })
  const link = await linkFor(body.email, confirm)
  const { path, query, fragment } = landing(await pressButton(link))
  expect({ path, query, type: fragment['type'] }).toEqual({
    path: '/signup-complete',
    query: { plan: 'monthly' },
    type: 'signup',
  })
})

test('stores what the form said, and nothing else that was sent', async () => {
  const body = { ...aSignUp({ referrer_token: 'a-token' }), isAdmin: true, user_id: 'somebody-else' }
  await callOk(signUp, { body })
  const { fragment } = landing(await pressButton(await linkFor(body.email, confirm)))
  const userId = subOf(String(fragment['access_token']))
  const { pk, sk } = keys.profile(userId)
  const [profile] = await stored(pk, sk)
  expect(profile).toMatchObject({
    user_id: userId,
    email: body.email,
    full_name: `${body.firstName} ${body.lastName}`,
    company_name: body.companyName,
    street_address: body.streetAddress,
    city: body.city,
    postcode: body.postcode,
    number_of_employees: body.numberOfEmployees,
    user_type: body.userType,
    referrer_token: 'a-token',
  })
  expect(profile).not.toHaveProperty('isAdmin')
  expect(profile).not.toHaveProperty('password')
})

const subOf = (token: string): string => {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : ''
}

test.each([
  [{ firstName: '' }, 'First name is required'],
  [{ lastName: 'O' }, 'Last name must be at least 2 characters'],
  [{ email: 'abc' }, 'Please enter a valid email address'],
  [{ confirmPassword: 'other' }, "Passwords don't match"],
  [{ streetAddress: '1 A' }, 'Street address must be at least 5 characters'],
  [{ city: '' }, 'City is required'],
  [{ postcode: ' ' }, 'Postcode is required'],
  [{ numberOfEmployees: 0 }, 'Number of employees must be at least 1'],
  [{ firstName: 'Na\r\nBcc: x' }, 'Please remove control characters'],
])('says what is wrong with %j', async (change, message) => {
  expect(await call(signUp, { body: aSignUp(change) })).toMatchObject(refusal('validation_failed', message))
})

test('is open to people who are not signed in, and to people who are', async () => {
  const { accessToken } = await given.user()
  expect(await call(signUp, { body: aSignUp(), as: { accessToken } })).toMatchObject({ status: 200 })
})

test('refuses a password below the floor of the pool', async () => {
  const body = aSignUp({ password: 'abc', confirmPassword: 'abc' })
  expect(await call(signUp, { body })).toMatchObject(refusal('password_too_weak'))
  expect(await inbox.for(body.email)).toEqual([])
})

test.each([
  [' lantern-42', 'Password cannot begin or end with a space'],
  ['lantern-42\t', 'Password cannot begin or end with a space'],
  ['lantern\n-42', 'Password cannot contain control characters'],
  ['lantern\u2028-42', 'Password cannot contain control characters'],
  ['lantern\ud83d-42', 'Password cannot contain control characters'],
])('refuses the password %j, which the pool could not keep', async (password, message) => {
  const body = aSignUp({ password, confirmPassword: password })
  expect(await call(signUp, { body })).toMatchObject(refusal('validation_failed', message))
})

test('takes the same time for addresses with and without an account', async () => {
  const owner = await given.user()
  const timed = async (body: ReturnType<typeof aSignUp>) => {
    const startedAt = performance.now()
    await callOk(signUp, { body })
    return performance.now() - startedAt
  }
  const times = { taken: [] as number[], free: [] as number[] }
  for (let i = 0; i < 3; i += 1) {
    times.taken.push(await timed(aSignUp({ email: owner.email })))
    times.free.push(await timed(aSignUp()))
  }
  expect(Math.min(...times.taken, ...times.free)).toBeGreaterThan(700)
})

test("answers alike for somebody else's address, tells its owner by mail and changes nothing", async () => {
  const owner = await given.user()
  const body = aSignUp({ email: owner.email })
  expect(await call(signUp, { body })).toMatchObject({ status: 200, body: { success: true } })
  await inbox.waitFor(owner.email, /already have an account/)
  const { pk, sk } = keys.profile(owner.userId)
  const [profile] = await stored(pk, sk)
  expect(profile).not.toMatchObject({ company_name: body.companyName, postcode: 'ZZ1 1ZZ' })
})

test('sent twice, makes one account, whose earlier link no longer works', async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  const first = await linkFor(body.email, confirm)
  await callOk(signUp, { body })
  const mails = await inbox.waitForCount(body.email, 2)
  const second = mails.flatMap((mail) => mail.links).findLast((link) => link.includes('/auth/verify'))
  expect(landing(await pressButton(first)).query).toMatchObject({ error_code: 'otp_expired' })
  expect(landing(await pressButton(String(second))).fragment).toMatchObject({ type: 'signup' })
})

test('slows down one address that keeps signing up', async () => {
  const body = aSignUp()
  for (let i = 0; i < 5; i += 1) await callOk(signUp, { body })
  const reply = await call(signUp, { body })
  expect(reply).toMatchObject(refusal('rate_limited'))
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
})
