import { periodLabel, periodsBetween } from '../../../../../shared/rules/referral-periods.ts'
import styles from './referrals.module.css'
import type { Report } from './use-report.ts'

/** More bars than these leave no room for a figure on each. */
const maxFigures = 31

/** The sum of each period of the range: those without a use, too. */
export const barsOf = ({ startDate, endDate, groupBy, rows }: Report) => {
  const sums = new Map<string, number>()
  for (const { period, count } of rows) sums.set(period, (sums.get(period) ?? 0) + count)
  return periodsBetween(startDate, endDate, groupBy).map((period) => ({
    label: periodLabel(period, groupBy),
    count: sums.get(period) ?? 0,
  }))
}

/** A bar for each period. The table below it says the same in figures, so that it is one picture to a reader. */
export const AnalyticsChart = ({ report }: { report: Report }) => {
  const bars = barsOf(report)
  const highest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best), { label: '', count: 0 })
  const summary = `Bar chart of uses by ${report.groupBy}. The most were ${highest.count}: ${highest.label}.`
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.quiet}>Uses by {report.groupBy}, all referrers together</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable by keyboard (WCAG 2.1.1) */}
      <div className={styles.plot} role="group" aria-label="Chart" tabIndex={0}>
        <div className={styles.bars} role="img" aria-label={summary}>
          {bars.map(({ label, count }) => (
            <div key={label} className={styles.column} title={`${label}: ${count}`}>
              {bars.length <= maxFigures ? <span>{count}</span> : null}
              <div className={styles.bar} style={{ blockSize: `${(count / highest.count) * 100}%` }} />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        {bars.length > 1 ? <span>{bars.at(-1)?.label}</span> : null}
      </div>
    </figure>
  )
}
