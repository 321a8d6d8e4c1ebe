import { Component, type ReactNode } from 'react'

interface ErrorFallbackProps {
  readonly children: ReactNode
  /** Shown in place of the children after they failed. `retry` shows them again. */
  readonly fallback?: ReactNode | ((retry: () => void) => ReactNode)
  readonly onFailed?: () => void
}

/**
 * Error boundary for parts of the page that load on demand. Without it, a part whose code does not arrive, for example
 * after the connection was lost, would remove the whole page. Shows the part when the connection is back, unless the
 * fallback has a button for it.
 */
export class ErrorFallback extends Component<ErrorFallbackProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  readonly retry = () => this.setState({ failed: false })

  override componentDidCatch(failure: unknown) {
    // oxlint-disable-next-line no-console -- the visitor sees only that a part is missing; the console says why
    console.error(failure)
    const { fallback, onFailed } = this.props
    if (typeof fallback !== 'function') window.addEventListener('online', this.retry, { once: true })
    onFailed?.()
  }

  override render() {
    const { fallback, children } = this.props
    if (!this.state.failed) return children
    return typeof fallback === 'function' ? fallback(this.retry) : fallback
  }
}
