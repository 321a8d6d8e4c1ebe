import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './facts.module.css'

export interface FactsProps {
  /** `dt` and `dd` elements in turn. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A list of names and values, side by side where there is space. */
export const Facts = ({ children, className }: FactsProps) => (
  <dl className={classNames(styles.facts, className)}>{children}</dl>
)
