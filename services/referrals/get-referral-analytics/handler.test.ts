import { describe, expect, test } from 'vitest'
import { getReferralAnalytics, revokeReferral, rotateReferral } from '#shared/contract/referrals.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'

const dayMs = 24 * 3600_000
const dayIn = async (days: number) => londonDayOf(new Date((await clock.now()).getTime() + days * dayMs))

describe('get-referral-analytics', () => {
  test('counts verified sign-ups by referrer, including after rotation and revocation', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    await verify(await signUpWith(token))
    const next = await callOk(rotateReferral, { as, body: { token } })
    await verify(await signUpWith(next.token))
    await callOk(revokeReferral, { as, body: { token: next.token } })
    const body = { startDate: await dayIn(-1), endDate: await dayIn(1), groupBy: 'month' as const }
    const { data } = await callOk(getReferralAnalytics, { as, body })
    const rows = data.analytics.filter(({ referrer }) => referrer === referrer_name)
    // There are two rows if a month has just ended.
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(rows.reduce((sum, { uniqueTokens }) => sum + uniqueTokens, 0)).toBe(2)
    expect(data.summary.totalUsage).toBe(data.analytics.reduce((sum, { count }) => sum + count, 0))
  })
})
