import { describe, expect, test } from 'vitest'
import { signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { apiError } from '#test/kit/api-error.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { aSignUp, longAddress } from '#test/kit/people.ts'

describe('sign-up', () => {
  test('stores the fields of the form and no others', async () => {
    const identity = identityInMemory()
    const form = aSignUp({ referrer_token: 'a-token' })
    await identity.send.signUp({ ...form, isAdmin: true, user_id: 'somebody-else' })
    const { fragment } = await identity.press(await identity.newestLink(form.email))
    const userId = String(fragment['access_token'])
    const profile = await identity.profileOf(userId)
    expect(profile).toMatchObject({
      user_id: userId,
      email: form.email,
      full_name: `${form.firstName} ${form.lastName}`,
      company_name: form.companyName,
      street_address: form.streetAddress,
      city: form.city,
      postcode: form.postcode,
      number_of_employees: form.numberOfEmployees,
      user_type: form.userType,
      referrer_token: 'a-token',
    })
    expect(profile).not.toHaveProperty('isAdmin')
    expect(identity.storedAbout('')).not.toContain(form.password)
  })

  test('accepts an address of 128 characters', async () => {
    const identity = identityInMemory()
    const form = aSignUp({ email: longAddress(128) })
    await identity.send.signUp(form)
    const { fragment } = await identity.press(await identity.newestLink(form.email))
    expect(await identity.profileOf(String(fragment['access_token']))).toMatchObject({ email: form.email })
  })

  test('stores a postcode with capitals and its space', async () => {
    const identity = identityInMemory()
    const form = aSignUp({ postcode: 'zz13zz' })
    await identity.send.signUp(form)
    const { fragment } = await identity.press(await identity.newestLink(form.email))
    const profile = await identity.profileOf(String(fragment['access_token']))
    expect(profile).toMatchObject({ postcode: 'ZZ1 3ZZ' })
  })

  test.each([
    [{ firstName: '' }, 'First name is required'],
    [{ lastName: 'O' }, 'Last name must be at least 2 characters'],
    [{ email: 'abc' }, 'Please enter a valid email address'],
    [{ email: longAddress(129) }, 'Please use an email address of at most 128 characters'],
    [{ confirmPassword: 'other' }, "Passwords don't match"],
    [{ streetAddress: '1 A' }, 'Street address must be at least 5 characters'],
    [{ city: '' }, 'City is required'],
    [{ postcode: ' ' }, 'Postcode is required'],
    [{ numberOfEmployees: 0 }, 'Number of employees must be at least 1'],
    [{ firstName: 'Na\r\nBcc: x' }, 'Please remove control characters'],
    ...[' lantern-42', 'lantern-42\t'].map(
      (password) =>
        [{ password, confirmPassword: password }, 'Password cannot begin or end with a space'] as const,
    ),
    // The user pool cannot store these.
    ...['lantern\n-42', 'lantern\u2028-42', 'lantern\ud83d-42'].map(
      (password) =>
        [{ password, confirmPassword: password }, 'Password cannot contain control characters'] as const,
    ),
  ] as const)('rejects %j with a message about the field', (change, message) => {
    const parsed = signUp.body.safeParse(aSignUp(change))
    expect(parsed.error?.issues[0]).toMatchObject({ message })
  })

  test('rejects a password that is too short, sends no email and creates no user', async () => {
    const { send, emailsTo, pool } = identityInMemory()
    const body = aSignUp({ password: 'abc', confirmPassword: 'abc' })
    expect(await send.signUp(body)).toMatchObject(apiError('password_too_weak'))
    expect(await emailsTo(body.email)).toEqual([])
    expect(pool.size()).toBe(0)
  })

  test("returns the same response for another account's address, emails the owner and leaves the account as it is", async () => {
    const { openAccount, send, emailsTo, profileOf, pool } = identityInMemory()
    const owner = await openAccount({ companyName: 'Owner Lettings' })
    const before = await profileOf(owner.userId)
    const form = aSignUp({ email: owner.email })
    const reply = await send.signUp(form)
    expect(reply).toEqual({ status: 200, body: { success: true, sign_up_id: expect.any(String) } })
    expect((await emailsTo(owner.email)).at(-1)).toMatchObject({
      template: 'already-registered',
      attempt: 'sign-up',
    })
    expect(await profileOf(owner.userId)).toEqual(before)
    expect(pool.canSignIn(owner.email, form.password)).toBe(false)
    expect(pool.canSignIn(owner.email, owner.password)).toBe(true)
  })

  test('emails the owner of an address a link that leads to a new password', async () => {
    const { openAccount, send, emailsTo, press } = identityInMemory()
    const { email, userId } = await openAccount({ firstName: 'Nadia', lastName: 'Oyelaran' })
    await send.signUp(aSignUp({ email, firstName: 'Stranger' }))
    const notification = (await emailsTo(email)).at(-1)
    if (notification?.template !== 'already-registered') throw new Error('The owner was not emailed')
    expect(notification).toMatchObject({ name: 'Nadia Oyelaran', reset: { minutes: 60 } })
    expect(await press(notification.reset?.link ?? '')).toMatchObject({
      path: paths.resetPassword,
      fragment: { type: 'recovery', access_token: userId },
    })
  })

  test('emails the owner of an address at most once an hour about further sign-ups', async () => {
    const { openAccount, send, emailsTo, passSeconds } = identityInMemory()
    const { email } = await openAccount()
    const count = async () =>
      (await emailsTo(email)).filter(({ template }) => template === 'already-registered').length
    await send.signUp(aSignUp({ email }))
    await send.signUp(aSignUp({ email }))
    expect(await count()).toBe(1)
    passSeconds(3600)
    await send.signUp(aSignUp({ email }))
    expect(await count()).toBe(2)
  })

  test('opens one account for two requests, by whichever link is used first', async () => {
    const { signUp: request, linksTo, press, pool } = identityInMemory()
    const form = await request()
    await request(form)
    const [first = '', second = ''] = await linksTo(form.email)
    expect((await press(second)).fragment).toMatchObject({ type: 'signup' })
    expect((await press(first)).query).toMatchObject({ error_code: 'otp_expired' })
    expect(pool.size()).toBe(1)
  })
})
