import { periodLabel, periodsBetween } from '#shared/rules/referral-periods.ts'
import type { Bar } from '../components/bar-chart.tsx'
import type { Report } from './use-report.ts'

/** Returns the uses of each period in the range, including periods without any. */
export const barsOf = ({ startDate, endDate, groupBy, rows }: Report): Bar[] => {
  const sums = new Map<string, number>()
  for (const { period, count } of rows) sums.set(period, (sums.get(period) ?? 0) + count)
  return periodsBetween(startDate, endDate, groupBy).map((period) => ({
    label: periodLabel(period, groupBy),
    value: sums.get(period) ?? 0,
  }))
}
