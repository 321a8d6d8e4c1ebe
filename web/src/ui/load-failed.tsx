import type { MouseEvent, ReactNode } from 'react'
import { focusReplacement, headingIn } from './focus-replacement.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

interface LoadFailedProps {
  /** For example: 'Your tickets could not be loaded'. */
  title: string
  onRetry: (event: MouseEvent<HTMLElement>) => void
  /** The reason. */
  children: ReactNode
}

/** An error in place of content that could not be loaded, with a button to try again. */
export const LoadFailed = ({ title, onRetry, children }: LoadFailedProps) => (
  <Alert
    kind="error"
    title={title}
    actions={
      <Button
        variant="secondary"
        size="small"
        onClick={(event) => {
          const heading = headingIn(event.currentTarget.closest('section, main'))
          onRetry(event)
          if (heading) focusReplacement(() => heading)
        }}
      >
        Try again
      </Button>
    }
  >
    {children}
  </Alert>
)
