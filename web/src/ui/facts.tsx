import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './facts.module.css'

export interface FactsProps {
  /** `dt` and `dd` in turn. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** What is known of one thing: names and values, beside each other where there is room. */
export const Facts = ({ children, className }: FactsProps) => (
  <dl className={classNames(styles.facts, className)}>{children}</dl>
)
