import { Component, lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { PlainToast } from './plain-toast.tsx'
import { useNoticeWaiting, useToast } from './toast.ts'

const ToastViewport = lazy(() => import('./toast-viewport.tsx'))
const NoticeViewport = lazy(() => import('./notice-viewport.tsx'))

/** Becomes true with the first true and stays so. */
const useOnce = (now: boolean): boolean => {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

/** Both kinds of toasts. Their libraries are fetched when the first one is shown, not before. */
export const Toasts = () => {
  const toasts = useOnce(useToast().current !== null)
  const notices = useOnce(useNoticeWaiting())
  return (
    <WithoutLibrary>
      <Suspense fallback={null}>
        {toasts ? <ToastViewport /> : null}
        {notices ? <NoticeViewport /> : null}
      </Suspense>
    </WithoutLibrary>
  )
}

/** The libraries may not come, least of all when there is a lost connection to tell of: the page must not go with them. */
class WithoutLibrary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <PlainToast /> : this.props.children
  }
}
