import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface PageErrorsProps {
  /** Path of the page. A change of path clears the error. */
  readonly path: string
  readonly children: ReactNode
}

interface PageErrorsState {
  readonly path: string
  readonly failed: boolean
}

/**
 * Error boundary for pages. Keeps the header and footer in place, so the visitor can go to another page. The
 * usual cause is page code that failed to download.
 */
export class PageErrors extends Component<PageErrorsProps, PageErrorsState> {
  override state: PageErrorsState = { path: this.props.path, failed: false }

  static getDerivedStateFromError(): Partial<PageErrorsState> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ path }: PageErrorsProps, state: PageErrorsState): PageErrorsState | null {
    return path === state.path ? null : { path, failed: false }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <EmptyState
        title="This page could not be loaded"
        colour="admin"
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        Your connection may have been interrupted, or we may have just updated the site. You haven’t lost
        anything you saved.
      </EmptyState>
    )
  }
}
