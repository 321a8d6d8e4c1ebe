import type { ReactNode } from 'react'
import { CallError } from '#web/lib/call.ts'
import type { LoadFailure } from '#web/lib/use-loaded.ts'
import styles from '../admin.module.css'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { useFocusWhen } from '#web/ui/focus/use-focus-when.ts'

interface GoneProps {
  /** For example: 'This user no longer exists'. */
  readonly title: string
  /** The possible reasons. */
  readonly children: ReactNode
}

/** Returns whether loading failed because the thing does not exist. */
export const isGone = (failure: LoadFailure | undefined): boolean =>
  failure?.error instanceof CallError && failure.error.code === 'not_found'

/** The main heading of a page about something that has been deleted. It receives the focus. */
export const Gone = ({ title, children }: GoneProps) => {
  const heading = useFocusWhen<HTMLHeadingElement>()
  return (
    <div className={styles.gone}>
      <h1 id={pageTitleId} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{children}</p>
    </div>
  )
}
