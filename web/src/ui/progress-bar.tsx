import styles from './progress-bar.module.css'

export interface ProgressBarProps {
  readonly label: string
  /** From 0 to 100. */
  readonly percent: number
}

/** The progress of a task in percent. */
export const ProgressBar = ({ label, percent }: ProgressBarProps) => {
  const shown = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div className={styles.bar} style={{ transform: `scaleX(${shown / 100})` }} />
    </div>
  )
}
