import { describe, expect, test } from 'vitest'
import { getReferralAnalytics, revokeReferral, rotateReferral } from '#shared/contract/referrals.ts'
import { keys } from '#platform/table/keys.ts'
import { call, callOk, callWrongly, type Signed } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { operator } from '#test/kit/operator.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

type GroupBy = 'day' | 'week' | 'month'

/** Stores the count of a token for one day, in the same form as the functions. */
const aDay = async (day: string, token: string, referrer_name: string, count: number) =>
  (await operator.table()).put(keys.referralDay(day, token), {
    entity: 'referral_day',
    day,
    token,
    referrer_name,
    count,
  })

const report = async (as: Signed, name: string, startDate: string, endDate: string, groupBy: GroupBy) => {
  const { data } = await callOk(getReferralAnalytics, { as, body: { startDate, endDate, groupBy } })
  const mine = data.analytics.filter(({ referrer }) => referrer === name)
  return { rows: mine.map(({ period, count, uniqueTokens }) => [period, count, uniqueTokens]), data }
}

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date()).slice(0, 10)

describe('get-referral-analytics', () => {
  test('counts verified sign-ups by referrer, including after rotation and revocation', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    await verify(await signUpWith(token))
    const next = await callOk(rotateReferral, { as, body: { token } })
    await verify(await signUpWith(next.token))
    await callOk(revokeReferral, { as, body: { token: next.token } })
    const { rows, data } = await report(as, referrer_name, '2026-01-01', '2030-12-31', 'month')
    expect(rows.map(([, count, tokens]) => [count, tokens])).toEqual([[2, 2]])
    expect(data.summary.totalUsage).toBe(data.analytics.reduce((sum, { count }) => sum + count, 0))
  })

  test('groups by day, week and month and includes both ends of the range', async () => {
    const as = await given.admin()
    const name = `Across the year ${crypto.randomUUID()}`
    for (const [day, token, count] of [
      ['2020-12-27', 'a', 9],
      ['2020-12-28', 'a', 1],
      ['2020-12-31', 'b', 2],
      ['2021-01-01', 'a', 4],
      ['2021-01-03', 'a', 8],
      ['2021-01-04', 'a', 16],
    ] as const)
      await aDay(day, `${name}-${token}`, name, count)
    const of = async (groupBy: GroupBy) => (await report(as, name, '2020-12-28', '2021-01-03', groupBy)).rows
    expect(await of('day')).toEqual([
      ['2020-12-28', 1, 1],
      ['2020-12-31', 2, 1],
      ['2021-01-01', 4, 1],
      ['2021-01-03', 8, 1],
    ])
    expect(await of('week')).toEqual([['2020-12-28', 15, 2]])
    expect(await of('month')).toEqual([
      ['2020-12-01', 3, 2],
      ['2021-01-01', 12, 1],
    ])
  })

  test.each([
    [
      { startDate: '2026-05-02', endDate: '2026-05-01', groupBy: 'day' },
      'The start date must not be after the end date',
    ],
    [{ startDate: '2020-01-01', endDate: '2025-01-02', groupBy: 'day' }, 'Please choose at most 5 years'],
    // The value of a date field while the user is typing the year.
    [{ startDate: '0202-05-20', endDate: '2026-11-20', groupBy: 'day' }, 'Please choose at most 5 years'],
    [
      { startDate: '2026-02-30', endDate: '2026-05-01', groupBy: 'day' },
      'Please give the start date as YYYY-MM-DD',
    ],
    [{ startDate: '2026-02-01', endDate: '1 May', groupBy: 'day' }, 'Please give the end date as YYYY-MM-DD'],
  ])('rejects %j with a message', async (body, message) => {
    const as = await given.admin()
    expect(await call(getReferralAnalytics, { as, body })).toMatchObject(
      apiError('validation_failed', message),
    )
  })

  test.each([{}, { startDate: '2026-01-01', endDate: '2026-02-01', groupBy: 'year' }])(
    'rejects %j',
    async (body) => {
      const as = await given.admin()
      expect(await callWrongly(getReferralAnalytics, { as, body })).toMatchObject({ status: 400 })
    },
  )

  test('accepts a range of exactly five years and returns the same result again', async () => {
    const as = await given.admin()
    const body = { startDate: '2020-01-01', endDate: '2025-01-01', groupBy: 'week' as const }
    const first = await callOk(getReferralAnalytics, { as, body })
    expect(await callOk(getReferralAnalytics, { as, body })).toEqual(first)
  })

  const body = { startDate: today(), endDate: today(), groupBy: 'day' as const }

  test('rejects members', async () => {
    const as = await given.monthlyMember()
    expect(await call(getReferralAnalytics, { as, body })).toMatchObject(apiError('forbidden'))
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(getReferralAnalytics, { body })).toMatchObject(unauthorized)
  })
})
