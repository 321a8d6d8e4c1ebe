import { Component, type ReactNode } from 'react'

interface ErrorFallbackProps {
  readonly children: ReactNode
  /** Shown in place of the children after they failed. */
  readonly fallback?: ReactNode
  readonly onFailed?: () => void
}

/**
 * Error boundary for parts of the page that load on demand. Without it, a part whose code does not arrive, for example
 * after the connection was lost, would remove the whole page.
 */
export class ErrorFallback extends Component<ErrorFallbackProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(failure: unknown) {
    // oxlint-disable-next-line no-console -- the visitor sees only that a part is missing; the console says why
    console.error(failure)
    this.props.onFailed?.()
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
