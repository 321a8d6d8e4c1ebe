import type { MouseEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

interface HistoryFailedProps {
  readonly onRetry: () => void
  /** The reason, if it is known. */
  readonly children?: ReactNode
}

/** Says that the history of an item could not be loaded, and offers to try again. */
export const HistoryFailed = ({ onRetry, children }: HistoryFailedProps) => {
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears.
    currentTarget.closest('details')?.querySelector('summary')?.focus()
    onRetry()
  }
  return (
    <p role="alert">
      The history could not be loaded. {children}{' '}
      <Button variant="secondary" size="small" onClick={retry}>
        Try again
      </Button>
    </p>
  )
}
