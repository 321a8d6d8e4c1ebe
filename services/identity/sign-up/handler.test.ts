import { describe, expect, test } from 'vitest'
import { signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { apiError } from '#test/kit/api-error.ts'
import { stored } from '#test/kit/stored.ts'
import { keys } from '#platform/table/keys.ts'
import { given } from '#test/kit/given.ts'

const confirm = /Confirm your email/

/** Waits for a number of emails to an address and returns their links, in order. */
const linksTo = async (email: string, count: number): Promise<string[]> =>
  (await inbox.waitForCount(email, count)).flatMap(({ links }) =>
    links.filter((link) => link.includes(paths.verifyLink)),
  )

describe('sign-up', () => {
  test('opens an account and emails its verification link', async () => {
    const body = aSignUp({ plan: 'monthly' })
    expect(await call(signUp, { body })).toMatchObject({ status: 200, body: { success: true } })
    const link = await linkFor(body.email, confirm)
    const { path, query, fragment } = landing(await pressButton(link))
    expect({ path, query, type: fragment['type'] }).toEqual({
      path: paths.signUpComplete,
      query: { plan: 'monthly' },
      type: 'signup',
    })
  })

  test('stores the fields of the form and no others', async () => {
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
  ])('rejects %j with a message about the field', async (change, message) => {
    expect(await call(signUp, { body: aSignUp(change) })).toMatchObject(
      apiError('validation_failed', message),
    )
  })

  test('accepts signed-in callers too', async () => {
    const { accessToken } = await given.user()
    expect(await call(signUp, { body: aSignUp(), as: { accessToken } })).toMatchObject({ status: 200 })
  })

  test('rejects a password that is too short', async () => {
    const body = aSignUp({ password: 'abc', confirmPassword: 'abc' })
    expect(await call(signUp, { body })).toMatchObject(apiError('password_too_weak'))
    expect(await inbox.for(body.email)).toEqual([])
  })

  test.each([
    [' lantern-42', 'Password cannot begin or end with a space'],
    ['lantern-42\t', 'Password cannot begin or end with a space'],
    ['lantern\n-42', 'Password cannot contain control characters'],
    ['lantern\u2028-42', 'Password cannot contain control characters'],
    ['lantern\ud83d-42', 'Password cannot contain control characters'],
  ])('rejects the password %j, which the user pool cannot store', async (password, message) => {
    const body = aSignUp({ password, confirmPassword: password })
    expect(await call(signUp, { body })).toMatchObject(apiError('validation_failed', message))
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

  test("returns the same response for another account's address, emails the owner and changes nothing", async () => {
    const owner = await given.user()
    const body = aSignUp({ email: owner.email })
    expect(await call(signUp, { body })).toMatchObject({ status: 200, body: { success: true } })
    await inbox.waitFor(owner.email, /already have an account/)
    const { pk, sk } = keys.profile(owner.userId)
    const [profile] = await stored(pk, sk)
    expect(profile).not.toMatchObject({ company_name: body.companyName, postcode: 'ZZ1 1ZZ' })
  })

  test('opens one account for two requests, by whichever link is used first', async () => {
    const body = aSignUp()
    await callOk(signUp, { body })
    await callOk(signUp, { body })
    const [first, second] = await linksTo(body.email, 2)
    expect(landing(await pressButton(String(second))).fragment).toMatchObject({ type: 'signup' })
    expect(landing(await pressButton(String(first))).query).toMatchObject({ error_code: 'otp_expired' })
  })

  test('limits the requests for one address', async () => {
    const body = aSignUp()
    for (let i = 0; i < 5; i += 1) await callOk(signUp, { body })
    const reply = await call(signUp, { body })
    expect(reply).toMatchObject(apiError('rate_limited'))
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
