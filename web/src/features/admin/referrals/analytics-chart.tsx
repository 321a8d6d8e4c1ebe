import { periodLabel, periodsBetween } from '#shared/rules/referral-periods.ts'
import styles from './referrals.module.css'
import type { Report } from './use-report.ts'

/** The highest number of bars that have room for a figure each. */
const maxFigures = 31

/** Returns the uses of each period in the range, including periods without any. */
export const barsOf = ({ startDate, endDate, groupBy, rows }: Report) => {
  const sums = new Map<string, number>()
  for (const { period, count } of rows) sums.set(period, (sums.get(period) ?? 0) + count)
  return periodsBetween(startDate, endDate, groupBy).map((period) => ({
    label: periodLabel(period, groupBy),
    count: sums.get(period) ?? 0,
  }))
}

/**
 * Shows a bar for each period. Screen readers get it as one image with a summary, because the table below has the same
 * figures.
 */
export const AnalyticsChart = ({ report }: { report: Report }) => {
  const bars = barsOf(report)
  const highest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best), { label: '', count: 0 })
  const summary = `Bar chart of uses by ${report.groupBy}. The highest is ${highest.count} (${highest.label}).`
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.quiet}>Uses by {report.groupBy}, all referrers</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the region (WCAG 2.1.1) */}
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
