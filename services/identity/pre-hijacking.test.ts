import { expect, test } from 'vitest'
import { getProfile, sendMagicLink, signUp } from '#shared/contract/identity.ts'
import { getUsers } from '#shared/contract/admin.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { pool } from '#test/kit/pool.ts'

// pre-hijacking.rules.test.ts covers the other orders of events.
test('the owner of an address gets their own account, not the sign-up of a stranger', async () => {
  const email = newEmail('victim')
  const stranger = aSignUp({ email, companyName: 'Strange Lettings' })
  await callOk(signUp, { body: stranger })
  const [strangersLink = ''] = (await inbox.waitForCount(email, 1)).flatMap(({ links }) => links)
  const search = { page: 1, pageSize: 25, searchEmail: email }
  expect(await callOk(getUsers, { as: await given.admin(), body: search })).toMatchObject({ totalCount: 0 })

  await callOk(sendMagicLink, { body: { email } })
  await inbox.waitForCount(email, 2)
  const { path, fragment } = landing(await pressButton(await linkFor(email, /./)))
  expect({ path, email: fragment['email'] }).toEqual({ path: paths.signUp, email })
  const own = aSignUp({ email, address_token: fragment['address_token'] })
  expect(await call(signUp, { body: own })).toMatchObject({ status: 200, body: { success: true } })
  await expect(pool.signIn(email, stranger.password)).rejects.toThrow('Incorrect username or password')
  const profile = await callOk(getProfile, { as: await pool.signIn(email, own.password) })
  expect(profile).toMatchObject({ email, company_name: own.companyName })
  expect(landing(await pressButton(strangersLink)).query).toMatchObject({ error_code: 'otp_expired' })
})
