import { type AnalyticsRow, getReferralAnalytics } from '#shared/contract/referrals.ts'
import { periodOf } from '#shared/rules/referral-periods.ts'
import type { Grouping } from '#shared/values/groupings.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type ReferralDay, type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Dependencies {
  readonly referrals: ReferralRepository
}

const sum = (days: readonly ReferralDay[]): number => days.reduce((total, { count }) => total + count, 0)

/** Groups daily counts by period and referrer. Sorts by period, then by referrer name. */
const rowsOf = (days: readonly ReferralDay[], grouping: Grouping): AnalyticsRow[] => {
  const groups = new Map<string, { period: string; referrer: string; days: ReferralDay[] }>()
  for (const day of days) {
    const period = periodOf(day.day, grouping)
    const key = `${period} ${day.referrer_name}`
    const group = groups.get(key) ?? { period, referrer: day.referrer_name, days: [] }
    group.days.push(day)
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ period, referrer, days: grouped }) => ({
      period,
      referrer,
      count: sum(grouped),
      uniqueTokens: new Set(grouped.map(({ token }) => token)).size,
    }))
    .toSorted((a, b) => compareCodeUnits(a.period, b.period) || a.referrer.localeCompare(b.referrer, 'en-GB'))
}

export const handle: Handle<typeof getReferralAnalytics, Dependencies> = async ({ body }, deps) => {
  const days = await deps.referrals.listDays(body.startDate, body.endDate)
  return { data: { analytics: rowsOf(days, body.groupBy), summary: { totalUsage: sum(days) } } }
}

const table = new Table()
export const handler = serve(
  getReferralAnalytics,
  handle,
  { referrals: referralRepository(table) },
  { table, guard: adminGuard },
)
