import { Component, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface PageErrorsProps {
  /** Address of the page: a move to another one is a new chance. */
  readonly path: string
  readonly children: ReactNode
}

interface PageErrorsState {
  readonly path: string
  readonly failed: boolean
}

/**
 * Keeps a page that fails from taking the whole site with it: the chrome stays and the visitor can go on.
 * The usual cause is a page whose code could not be fetched.
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
        title="This page could not be shown"
        colour="admin"
        action={<Button onClick={() => window.location.reload()}>Load the page again</Button>}
      >
        The connection may have been interrupted, or the site has just been updated. Nothing that you saved is
        lost.
      </EmptyState>
    )
  }
}
