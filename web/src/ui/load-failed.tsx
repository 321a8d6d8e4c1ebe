import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { keepFocus } from './focus/keep-focus.ts'

interface LoadFailedProps {
  /** For example: 'Your tickets could not be loaded'. */
  title: string
  /** Loads the content again. The focus stays near the button, which disappears. */
  onRetry: () => unknown
  /** The reason. */
  children: ReactNode
}

/** An error in place of content that could not be loaded, with a button to try again. */
export const LoadFailed = ({ title, onRetry, children }: LoadFailedProps) => (
  <Alert
    kind="error"
    title={title}
    actions={
      <Button variant="secondary" size="small" onClick={keepFocus(onRetry)}>
        Try again
      </Button>
    }
  >
    {children}
  </Alert>
)
