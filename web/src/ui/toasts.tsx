import { Component, lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { PlainToast } from './plain-toast.tsx'
import { useNoticeWaiting, useToast } from './toast.ts'

const ToastViewport = lazy(() => import('./toast-viewport.tsx'))
const NoticeViewport = lazy(() => import('./notice-viewport.tsx'))

/** Returns true from the first time that `now` is true. */
const useEver = (now: boolean): boolean => {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

/** Shows both kinds of toasts. Their libraries are loaded with the first toast of the kind. */
export const Toasts = () => {
  const toasts = useEver(useToast().current !== null)
  const notices = useEver(useNoticeWaiting())
  return (
    <PlainToastOnError>
      <Suspense fallback={null}>
        {toasts ? <ToastViewport /> : null}
        {notices ? <NoticeViewport /> : null}
      </Suspense>
    </PlainToastOnError>
  )
}

/** Shows plain toasts when a library cannot be loaded, for example after the connection was lost. */
class PlainToastOnError extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <PlainToast /> : this.props.children
  }
}
