import type { ReactNode } from 'react'
import { Door, type DoorColour } from './door.tsx'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly colour?: DoorColour
}

/** The placeholder of an empty list: a closed door, a sentence and an optional action. */
export const EmptyState = ({ title, children, action, colour = 'library' }: EmptyStateProps) => (
  <div className={styles.empty}>
    <Door colour={colour} height={112} />
    <p className={styles.title}>{title}</p>
    {children ? <div className={styles.text}>{children}</div> : null}
    {action}
  </div>
)
