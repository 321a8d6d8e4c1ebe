import { numberText } from '#web/lib/number-text.ts'
import styles from './bar-chart.module.css'

export interface Bar {
  /** Period or group: 'November 2026'. */
  readonly label: string
  readonly value: number
}

interface BarChartProps {
  readonly caption: string
  readonly bars: readonly Bar[]
  /** Formats a value, for example as an amount of money. */
  readonly format?: (value: number) => string
}

/** The highest number of bars that have room for a figure each on a phone. */
const maxFigures = 8

const emptyText = (bars: readonly Bar[]): string =>
  bars.some(({ value }) => value < 0)
    ? 'No month is above zero. See the figures below.'
    : 'None in this period.'

/**
 * Shows a bar for each period, or states that there is nothing to draw. The bars share the width of the chart, so it
 * fits every screen. Screen readers get one image with a summary, because each chart has a table with the same figures.
 * Bars below zero are not drawn.
 */
export const BarChart = ({ caption, bars, format = numberText }: BarChartProps) => {
  const [first] = bars
  if (first === undefined) return null
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), first)
  if (highest.value <= 0)
    return (
      <figure className={styles.chart}>
        <figcaption className={styles.caption}>{caption}</figcaption>
        <p className={styles.empty}>{emptyText(bars)}</p>
      </figure>
    )
  const heightOf = ({ value }: Bar) => (Math.max(0, value) / highest.value) * 100
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Bar chart. ${caption}. The highest is ${format(highest.value)} (${highest.label}).`}
      >
        {bars.map((bar, index) => (
          <rect
            key={bar.label}
            x={index + 0.1}
            y={100 - heightOf(bar)}
            width={0.8}
            height={heightOf(bar)}
            className={styles.bar}
          >
            <title>{`${bar.label}: ${format(bar.value)}`}</title>
          </rect>
        ))}
      </svg>
      {bars.length <= maxFigures ? (
        <div
          className={styles.figures}
          style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
          aria-hidden="true"
        >
          {bars.map(({ label, value }) => (
            <span key={label}>{format(value)}</span>
          ))}
        </div>
      ) : (
        <p className={styles.caption} aria-hidden="true">
          Highest: {format(highest.value)} ({highest.label})
        </p>
      )}
      <div className={styles.ends} aria-hidden="true">
        <span>{first.label}</span>
        {bars.length > 1 ? <span>{bars.at(-1)?.label}</span> : null}
      </div>
    </figure>
  )
}
