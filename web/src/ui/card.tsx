import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './card.module.css'

export type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  readonly title?: ReactNode
  /** Heading level of the title. */
  readonly level?: 2 | 3
  readonly children: ReactNode
}

/** A framed section of a page. */
export const Card = ({ title, level = 2, children, className, ...rest }: CardProps) => {
  const Heading = `h${level}` as const
  return (
    <section {...rest} className={classNames(styles.card, className)}>
      {title ? <Heading className={styles.title}>{title}</Heading> : null}
      {children}
    </section>
  )
}
