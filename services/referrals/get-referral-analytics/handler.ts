import { type AnalyticsRow, getReferralAnalytics } from '../../../shared/contract/referrals.ts'
import { periodOf } from '../../../shared/rules/referral-periods.ts'
import type { Grouping } from '../../../shared/values/groupings.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type ReferralDay, type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Needs {
  readonly referrals: ReferralRepository
}

const sum = (days: readonly ReferralDay[]): number => days.reduce((total, { count }) => total + count, 0)

/** Days become rows of a period and a referrer: the earliest period first, then by name. */
const rowsOf = (days: readonly ReferralDay[], grouping: Grouping): AnalyticsRow[] => {
  const groups = new Map<string, { period: string; referrer: string; days: ReferralDay[] }>()
  for (const day of days) {
    const period = periodOf(day.day, grouping)
    const of = `${period} ${day.referrer_name}`
    const group = groups.get(of) ?? { period, referrer: day.referrer_name, days: [] }
    group.days.push(day)
    groups.set(of, group)
  }
  return [...groups.values()]
    .map(({ period, referrer, days: own }) => ({
      period,
      referrer,
      count: sum(own),
      uniqueTokens: new Set(own.map(({ token }) => token)).size,
    }))
    .toSorted((a, b) => a.period.localeCompare(b.period) || a.referrer.localeCompare(b.referrer, 'en-GB'))
}

const handle: Handle<typeof getReferralAnalytics, Needs> = async ({ body }, { referrals }) => {
  const days = await referrals.days(body.startDate, body.endDate)
  return { data: { analytics: rowsOf(days, body.groupBy), summary: { totalUsage: sum(days) } } }
}

const table = new Table()
export const handler = serve(
  getReferralAnalytics,
  handle,
  { referrals: referralRepository(table) },
  { table, gate: adminGate },
)
