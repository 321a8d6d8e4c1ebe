import type { MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './alert.module.css'

export type AlertKind = 'info' | 'success' | 'warning' | 'error'

export interface AlertProps {
  readonly kind?: AlertKind
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** Buttons or links below the text. */
  readonly actions?: ReactNode
  /** Adds a dismiss button. It disappears with the alert, so the focus has to be moved. */
  readonly onDismiss?: (event: MouseEvent<HTMLElement>) => void
}

/** A message about the page. Screen readers announce errors and warnings immediately. */
export const Alert = ({ kind = 'info', title, children, actions, onDismiss }: AlertProps) => (
  <div
    className={classNames(styles.alert, styles[kind])}
    role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
  >
    <Icon name={kind} className={styles.icon} size={22} />
    <div className={styles.body}>
      {title ? <p className={styles.title}>{title}</p> : null}
      {children ? <div>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
    {onDismiss ? (
      <button type="button" className={styles.dismiss} onClick={onDismiss} aria-label="Dismiss">
        <Icon name="close" size={18} />
      </button>
    ) : null}
  </div>
)
