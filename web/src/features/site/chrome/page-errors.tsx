import { Component, type ReactNode } from 'react'
import { isTooOld } from '#web/lib/too-old.ts'
import { tooOldText } from '#web/lib/message-of.ts'
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
  /** True if the failure is due to a browser that lacks a function. */
  readonly tooOld: boolean
}

/**
 * Error boundary for pages. Keeps the header and footer in place, so the visitor can go to another page. The
 * usual cause is page code that failed to download, or that the browser cannot run.
 */
export class PageErrors extends Component<PageErrorsProps, PageErrorsState> {
  override state: PageErrorsState = { path: this.props.path, failed: false, tooOld: false }

  static getDerivedStateFromError(failure: unknown): Partial<PageErrorsState> {
    return { failed: true, tooOld: isTooOld(failure) }
  }

  static getDerivedStateFromProps({ path }: PageErrorsProps, state: PageErrorsState): PageErrorsState | null {
    return path === state.path ? null : { path, failed: false, tooOld: false }
  }

  override componentDidCatch(failure: unknown) {
    // oxlint-disable-next-line no-console -- the visitor sees only that a part is missing; the console says why
    console.error(failure)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const { tooOld } = this.state
    return (
      <div role="alert">
        <EmptyState
          title={tooOld ? 'This page doesn’t work in your browser' : 'This page could not be loaded'}
          colour="admin"
          action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
          {tooOld
            ? tooOldText
            : 'Your connection may have been interrupted, or we may have just updated the site.'}{' '}
          You haven’t lost anything you saved.
        </EmptyState>
      </div>
    )
  }
}
