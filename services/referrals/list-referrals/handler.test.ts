import { describe, expect, test } from 'vitest'
import { listReferrals } from '#shared/contract/referrals.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { aReferral } from '#test/kit/referral.ts'

describe('list-referrals', () => {
  test('lists the referral links, newest first, with four fields each', async () => {
    const as = await given.admin()
    const [older, newer] = [await aReferral(as), await aReferral(as)]
    const { data } = await callOk(listReferrals, { as })
    const mine = data.filter(({ token }) => [older.token, newer.token].includes(token))
    expect(mine.map(({ token }) => token)).toEqual([newer.token, older.token])
    expect(mine[1]).toEqual({
      token: older.token,
      referrer_name: older.referrer_name,
      used_count: 0,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await callOk(listReferrals, { as, body: { token: older.token } })).toEqual({ data })
  })
})
