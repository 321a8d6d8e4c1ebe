import { classNames } from './class-names.ts'
import { LiveText } from './live-text.tsx'
import styles from './strength-meter.module.css'

export type StrengthBand = 'Weak' | 'Fair' | 'Good' | 'Strong'

export interface StrengthMeterProps {
  /** From 0 to 105. */
  readonly score: number
  readonly band: StrengthBand
}

const segments: readonly StrengthBand[] = ['Weak', 'Fair', 'Good', 'Strong']

/** The strength of a password, as four segments and as a word. */
export const StrengthMeter = ({ score, band }: StrengthMeterProps) => (
  <div className={classNames(styles.meter, styles[band.toLowerCase()])} data-score={score}>
    <div className={styles.segments} aria-hidden="true">
      {segments.map((segment, index) => (
        <span key={segment} className={index <= segments.indexOf(band) ? styles.full : undefined} />
      ))}
    </div>
    <p className={styles.text} role="status">
      <span className="visually-hidden">Password strength: </span>
      <LiveText>{band}</LiveText>
    </p>
  </div>
)
