import { describe, expect, test } from 'vitest'
import {
  checkPendingSignUp,
  getProfile,
  resendConfirmation,
  sendMagicLink,
  sendPasswordResetEmail,
  signUp,
} from '#shared/contract/identity.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { createReferral, listReferrals } from '#shared/contract/referrals.ts'
import { getUsers } from '#shared/contract/admin.ts'
import * as paths from '#shared/values/site-map.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, pressButton } from '#test/kit/link.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { pool } from '#test/kit/pool.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { everythingStored, stored } from '#test/kit/stored.ts'

/** Waits for a number of emails to an address and returns their links, in order. */
const linksTo = async (email: string, count: number): Promise<string[]> =>
  (await inbox.waitForCount(email, count)).flatMap(({ links }) =>
    links.filter((link) => link.includes(paths.verifyLink)),
  )

const canSignIn = (email: string, password: string): Promise<boolean> =>
  pool.signIn(email, password).then(
    () => true,
    () => false,
  )

/** Returns all items that contain an address, as text. */
const storedAbout = async (email: string): Promise<string> =>
  JSON.stringify((await everythingStored()).filter((item) => JSON.stringify(item).includes(email)))

/** A stranger signs up with an address and a password of their own. */
const strangersSignUp = async (email: string, changes: Parameters<typeof aSignUp>[0] = {}) => {
  const body = aSignUp({ email, firstName: 'Stranger', companyName: 'Strange Lettings', ...changes })
  await callOk(signUp, { body })
  await inbox.waitForCount(email, 1)
  return body
}

const requests = [
  ['password reset', (email: string) => callOk(sendPasswordResetEmail, { body: { email } })],
  ['magic link', (email: string) => callOk(sendMagicLink, { body: { email } })],
] as const

describe('an address with a sign-up of a stranger', () => {
  test.each(requests)('is confirmed by a %s without the stranger’s sign-up', async (_name, request) => {
    const email = newEmail('victim')
    const admin = await given.admin()
    const referrer_name = `Referrer of ${email}`
    const { token } = await callOk(createReferral, { as: admin, body: { referrer_name } })
    const stranger = await strangersSignUp(email, { referrer_token: token })
    await request(email)
    const [strangersLink, link] = await linksTo(email, 2)
    const { path, fragment } = landing(await pressButton(String(link)))
    expect({ path, email: fragment['email'] }).toEqual({ path: paths.signUp, email })
    expect(fragment).not.toHaveProperty('access_token')
    expect(await storedAbout(email)).not.toContain('Stranger')

    const own = aSignUp({ email, address_token: fragment['address_token'] })
    expect(await call(signUp, { body: own })).toMatchObject({ status: 200, body: { success: true } })
    expect(await canSignIn(email, stranger.password)).toBe(false)
    const profile = await callOk(getProfile, { as: await pool.signIn(email, own.password) })
    expect(profile).toMatchObject({ email, company_name: own.companyName })
    expect(landing(await pressButton(String(strangersLink))).query).toMatchObject({
      error_code: 'otp_expired',
    })
    const { data } = await callOk(listReferrals, { as: admin })
    expect(data.find((one) => one.referrer_name === referrer_name)).toMatchObject({ used_count: 0 })
  })

  test('gives its owner’s own sign-up its own password and profile', async () => {
    const email = newEmail('victim')
    const stranger = await strangersSignUp(email)
    const own = aSignUp({ email })
    await callOk(signUp, { body: own })
    const [, link] = await linksTo(email, 2)
    const late = await strangersSignUp(email)
    await inbox.waitForCount(email, 3)
    const { fragment } = landing(await pressButton(String(link)))
    const as = { accessToken: String(fragment['access_token']) }
    expect(await callOk(getProfile, { as })).toMatchObject({ company_name: own.companyName })
    expect(await canSignIn(email, own.password)).toBe(true)
    for (const { password } of [stranger, late]) expect(await canSignIn(email, password)).toBe(false)
    expect(await storedAbout(email)).not.toContain(stranger.companyName)
  })

  test('is emailed a link that discards all sign-ups if Resend cannot know whose sign-up is meant', async () => {
    const email = newEmail('victim')
    await strangersSignUp(email)
    await callOk(signUp, { body: aSignUp({ email }) })
    await inbox.waitForCount(email, 2)
    await callOk(resendConfirmation, { body: { email, plan: 'annual' } })
    const [, , link] = await linksTo(email, 3)
    expect(landing(await pressButton(String(link)))).toMatchObject({
      path: paths.signUp,
      fragment: { email },
    })
  })

  test('is not found by admins before it is confirmed', async () => {
    const as = await given.admin()
    const email = newEmail('victim')
    await strangersSignUp(email)
    const search = { page: 1, pageSize: 25, searchEmail: email }
    expect(await callOk(getUsers, { as, body: search })).toMatchObject({ totalCount: 0 })
  })
})

describe('sign-up with a confirmed address', () => {
  const confirmedAddress = async () => {
    const email = newEmail()
    await strangersSignUp(email)
    await callOk(sendMagicLink, { body: { email } })
    const [, link] = await linksTo(email, 2)
    return {
      email,
      link: String(link),
      token: landing(await pressButton(String(link))).fragment['address_token'],
    }
  }

  test('works once, however often the button was pressed before', async () => {
    const { email, link, token } = await confirmedAddress()
    expect(landing(await pressButton(link)).fragment['address_token']).toBe(token)
    const first = aSignUp({ email, address_token: token })
    await callOk(signUp, { body: first })
    const second = aSignUp({ email, address_token: token })
    expect(await call(signUp, { body: second })).toMatchObject(apiError('link_expired'))
    expect(await canSignIn(email, first.password)).toBe(true)
    expect(await canSignIn(email, second.password)).toBe(false)
    expect(landing(await pressButton(link)).query).toMatchObject({ error_code: 'otp_expired' })
  })

  test('opens one account for two concurrent requests', async () => {
    const { email, token } = await confirmedAddress()
    const bodies = [1, 2].map(() => aSignUp({ email, address_token: token }))
    const replies = await Promise.all(bodies.map((body) => call(signUp, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const opened = await Promise.all(bodies.map(({ password }) => canSignIn(email, password)))
    expect(opened).toEqual(replies.map(({ status }) => status === 200))
  })

  test('counts the referral of the new sign-up', async () => {
    const as = await given.admin()
    const referrer_name = `Referrer of ${newEmail()}`
    const referral = await callOk(createReferral, { as, body: { referrer_name } })
    const { email, token } = await confirmedAddress()
    await callOk(signUp, { body: aSignUp({ email, address_token: token, referrer_token: referral.token }) })
    const { data } = await callOk(listReferrals, { as })
    expect(data.find((one) => one.referrer_name === referrer_name)).toMatchObject({ used_count: 1 })
  })

  test('rejects the token for another address, an unknown token and the token of another link', async () => {
    const { token } = await confirmedAddress()
    const pending = await strangersSignUp(newEmail())
    const [link] = await linksTo(pending.email, 1)
    const signUpToken = new URL(String(link)).searchParams.get('token') ?? ''
    for (const [email, address_token] of [
      [newEmail(), token],
      [newEmail(), 'A'.repeat(43)],
      [pending.email, signUpToken],
    ] as const)
      expect(await call(signUp, { body: aSignUp({ email, address_token }) })).toMatchObject(
        apiError('link_expired'),
      )
  })
})

describe('check-pending-sign-up', () => {
  test('recognises the password of each pending sign-up with the address, and no other', async () => {
    const { email, password } = await strangersSignUp(newEmail())
    const other = await strangersSignUp(email)
    const check = async (text: string) =>
      (await callOk(checkPendingSignUp, { body: { email, password: text } })).pending
    expect(await check(password)).toBe(true)
    expect(await check(other.password)).toBe(true)
    expect(await check('Wrong-lantern-1')).toBe(false)
  })

  test('returns the same for an account and for an unknown address, and takes the same time', async () => {
    const { email, password } = await given.user()
    for (const body of [
      { email, password },
      { email: newEmail(), password },
    ]) {
      const startedAt = performance.now()
      expect(await callOk(checkPendingSignUp, { body })).toEqual({ pending: false })
      expect(performance.now() - startedAt).toBeGreaterThan(495)
    }
  })

  test('limits the attempts for one address', async () => {
    const body = { email: newEmail(), password: 'Wrong-lantern-1' }
    for (let attempt = 0; attempt < 10; attempt += 1) await callOk(checkPendingSignUp, { body })
    expect(await call(checkPendingSignUp, { body })).toMatchObject(apiError('rate_limited'))
  })

  test('rejects a malformed body', async () => {
    const body = { email: newEmail(), password: '' }
    expect(await call(checkPendingSignUp, { body })).toMatchObject(
      apiError('validation_failed', 'Password is required'),
    )
  })
})

test('a pending sign-up stores no password', async () => {
  const { email, password } = await strangersSignUp(newEmail())
  const items = JSON.stringify(await everythingStored())
  expect(items).toContain(email)
  expect(items).not.toContain(password)
  const { pk, sk } = keys.address(email)
  expect(await stored(pk, sk)).toEqual([])
})

describe('finish-sign-ups', () => {
  /** An address whose former user is still in the pool, because the pool failed when the account was deleted. */
  const addressWithLeftOver = async (): Promise<string> => {
    const as = await given.user()
    const stuck = { service: 'cognito', action: 'AdminDeleteUser', error: 'InternalErrorException' } as const
    await withFaults([stuck], () => callOk(deleteAccount, { as }))
    return as.email
  }

  test('lets the password of an account work whose confirmation died', async () => {
    const email = await addressWithLeftOver()
    const own = await strangersSignUp(email)
    await strangersSignUp(email)
    const link = (await linksTo(email, 4)).at(-2)
    const down = { service: 'cognito', action: 'AdminUpdateUserAttributes', error: 'InternalErrorException' }
    const { fragment } = await withFaults([{ ...down, service: 'cognito' }], async () =>
      landing(await pressButton(String(link))),
    )
    expect(fragment).toHaveProperty('access_token')
    expect(await canSignIn(email, own.password)).toBe(false)
    const later = new Date((await clock.now()).getTime() + 5 * 60_000).toISOString()
    await clock.at(later, async () => {
      expect(await runSchedule('finish-sign-ups')).toMatchObject({ finished: 1 })
    })
    expect(await canSignIn(email, own.password)).toBe(true)
  })

  test('is not needed when a sign-up with a confirmed address replaces a deleted account', async () => {
    const email = await addressWithLeftOver()
    await strangersSignUp(email)
    await callOk(sendMagicLink, { body: { email } })
    const link = (await linksTo(email, 4)).at(-1)
    const { address_token } = landing(await pressButton(String(link))).fragment
    const own = aSignUp({ email, address_token })
    await callOk(signUp, { body: own })
    expect(await canSignIn(email, own.password)).toBe(true)
  })
})
