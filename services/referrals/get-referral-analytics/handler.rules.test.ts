import { describe, expect, test } from 'vitest'
import { getReferralAnalytics } from '#shared/contract/referrals.ts'
import type { Grouping } from '#shared/values/groupings.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { referralRepository } from '../referral.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

type Day = readonly [day: string, token: string, referrer: string, count: number]

const aReport = async (...days: readonly Day[]) => {
  const { table, account } = inMemory({ now })
  for (const [day, token, referrer_name, count] of days)
    await table.put(keys.referralDay(day, token), {
      entity: 'referral_day',
      day,
      token,
      referrer_name,
      count,
    })
  const caller = await account()
  return (body: object) =>
    callInMemory(
      getReferralAnalytics,
      handle,
      { caller, body, now },
      { referrals: referralRepository(table) },
    )
}

const row = (period: string, referrer: string, count: number, uniqueTokens: number) => ({
  period,
  referrer,
  count,
  uniqueTokens,
})

describe('get-referral-analytics', () => {
  const byGrouping: readonly (readonly [Grouping, readonly ReturnType<typeof row>[]])[] = [
    [
      'day',
      [
        row('2020-12-28', 'Siân', 1, 1),
        row('2020-12-31', 'Siân', 2, 1),
        row('2021-01-01', 'Siân', 4, 1),
        row('2021-01-03', 'Siân', 8, 1),
      ],
    ],
    ['week', [row('2020-12-28', 'Siân', 15, 2)]],
    ['month', [row('2020-12-01', 'Siân', 3, 2), row('2021-01-01', 'Siân', 12, 1)]],
  ]

  test.each(byGrouping)('groups by %s and includes both ends of the range', async (groupBy, analytics) => {
    const report = await aReport(
      ['2020-12-27', 'a', 'Siân', 9],
      ['2020-12-28', 'a', 'Siân', 1],
      ['2020-12-31', 'b', 'Siân', 2],
      ['2021-01-01', 'a', 'Siân', 4],
      ['2021-01-03', 'a', 'Siân', 8],
      ['2021-01-04', 'a', 'Siân', 16],
    )
    expect(await report({ startDate: '2020-12-28', endDate: '2021-01-03', groupBy })).toEqual({
      status: 200,
      body: { data: { analytics, summary: { totalUsage: 15 } } },
    })
  })

  test('counts each referrer in a row of its own, in order of period and name', async () => {
    const report = await aReport(
      ['2027-01-31', 'b', 'Rhys', 4],
      ['2027-02-01', 'b', 'Rhys', 2],
      ['2027-02-02', 'a', 'Anwen', 1],
    )
    const months = { startDate: '2027-01-01', endDate: '2027-02-28', groupBy: 'month' }
    const analytics = [
      row('2027-01-01', 'Rhys', 4, 1),
      row('2027-02-01', 'Anwen', 1, 1),
      row('2027-02-01', 'Rhys', 2, 1),
    ]
    expect(await report(months)).toMatchObject({ body: { data: { analytics, summary: { totalUsage: 7 } } } })
  })

  test('accepts a range of exactly five years and returns the same result again', async () => {
    const report = await aReport(['2020-01-01', 'a', 'Siân', 1], ['2025-01-01', 'a', 'Siân', 2])
    const body = { startDate: '2020-01-01', endDate: '2025-01-01', groupBy: 'week' }
    const first = await report(body)
    expect(first).toMatchObject({ status: 200, body: { data: { summary: { totalUsage: 3 } } } })
    expect(await report(body)).toEqual(first)
  })

  test.each([
    ['2026-05-02', '2026-05-01', 'The start date must not be after the end date'],
    ['2020-01-01', '2025-01-02', 'Please choose at most 5 years'],
    // The value of a date field while the user is typing the year.
    ['0202-05-20', '2026-11-20', 'Please choose at most 5 years'],
    ['2026-02-30', '2026-05-01', 'Please give the start date as YYYY-MM-DD'],
    ['2026-02-01', '1 May', 'Please give the end date as YYYY-MM-DD'],
  ])('rejects the range from %s to %s with a message', async (startDate, endDate, message) => {
    const report = await aReport()
    expect(await report({ startDate, endDate, groupBy: 'day' })).toEqual(
      apiError('validation_failed', message),
    )
  })

  test.each([{}, { startDate: '2026-01-01', endDate: '2026-02-01', groupBy: 'year' }])(
    'rejects %j',
    async (body) => {
      const report = await aReport()
      expect(await report(body)).toMatchObject({ status: 400 })
    },
  )
})
