import type { ReactNode } from 'react'
import { Door, type DoorColour } from './door.tsx'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Colour of the door. Left out on pages with a door in their heading: a page shows one. */
  readonly colour?: DoorColour
}

/** The placeholder of an empty list: a door or none, a sentence and an optional action. */
export const EmptyState = ({ title, children, action, colour }: EmptyStateProps) => (
  <div className={styles.empty}>
    {colour ? <Door colour={colour} height={112} /> : null}
    <p className={styles.title}>{title}</p>
    {children ? <div className={styles.text}>{children}</div> : null}
    {action}
  </div>
)
