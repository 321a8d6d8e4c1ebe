import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

export interface SpinnerProps {
  /** The text for screen readers. Omit it where a visible text says the same. */
  readonly label?: string
  /** Diameter in pixels. */
  readonly size?: number
  readonly className?: string
}

/** Shows that a task of unknown length is running. */
export const Spinner = ({ label, size = 20, className }: SpinnerProps) => (
  <span className={classNames(styles.spinner, className)} role={label ? 'status' : undefined}>
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeWidth={2.5} aria-hidden="true">
      <circle cx={12} cy={12} r={9.5} stroke="currentColor" opacity={0.25} />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" stroke="currentColor" strokeLinecap="round" />
    </svg>
    {label ? <span className="visually-hidden">{label}</span> : null}
  </span>
)
