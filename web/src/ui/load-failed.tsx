import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

interface LoadFailedProps {
  /** What could not be loaded: 'Your tickets could not be loaded'. */
  title: string
  onRetry: () => void
  /** Why, in words. */
  children: ReactNode
}

/** Stands where something should have been loaded, with the way to try again. */
export const LoadFailed = ({ title, onRetry, children }: LoadFailedProps) => (
  <Alert
    kind="error"
    title={title}
    actions={
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Alert>
)
