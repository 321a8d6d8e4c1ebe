import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './badge.module.css'

export type BadgeTone = 'plain' | 'brick' | 'signal' | 'amber' | 'red' | 'blue'

/** A short status label. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: BadgeTone
  readonly children: ReactNode
}) => <span className={classNames(styles.badge, styles[tone])}>{children}</span>
