import { expect, test } from 'vitest'
import { listReferrals } from '#shared/contract/referrals.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { landing } from '#test/kit/link.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'

// referral-use.rules.test.ts covers races, rotated and revoked links, and dates.
test('a referral counts a sign-up when its address is verified', async () => {
  const as = await given.admin()
  const { token, referrer_name } = await aReferral(as)
  expect(landing(await verify(await signUpWith(token))).fragment).toHaveProperty('access_token')
  const { data } = await callOk(listReferrals, { as })
  expect(data.find((one) => one.referrer_name === referrer_name)).toMatchObject({ used_count: 1 })
})
