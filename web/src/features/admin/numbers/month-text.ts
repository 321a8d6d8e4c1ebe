import type { MonthNumbers } from '#shared/contract/numbers.ts'
import { periodLabel } from '#shared/rules/referral-periods.ts'

/** Returns the name of a month: 'November 2026'. */
export const monthText = ({ month }: Pick<MonthNumbers, 'month'>): string =>
  periodLabel(`${month}-01`, 'month')
