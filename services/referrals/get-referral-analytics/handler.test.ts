import { describe, expect, test } from 'vitest'
import { getReferralAnalytics, revokeReferral, rotateReferral } from '#shared/contract/referrals.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'

describe('get-referral-analytics', () => {
  test('counts verified sign-ups by referrer, including after rotation and revocation', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    await verify(await signUpWith(token))
    const next = await callOk(rotateReferral, { as, body: { token } })
    await verify(await signUpWith(next.token))
    await callOk(revokeReferral, { as, body: { token: next.token } })
    const body = { startDate: '2026-01-01', endDate: '2030-12-31', groupBy: 'month' as const }
    const { data } = await callOk(getReferralAnalytics, { as, body })
    const rows = data.analytics.filter(({ referrer }) => referrer === referrer_name)
    expect(rows.map(({ count, uniqueTokens }) => [count, uniqueTokens])).toEqual([[2, 2]])
    expect(data.summary.totalUsage).toBe(data.analytics.reduce((sum, { count }) => sum + count, 0))
  })
})
