import { lazy, Suspense, useState } from 'react'
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
    <Suspense fallback={null}>
      {toasts ? <ToastViewport /> : null}
      {notices ? <NoticeViewport /> : null}
    </Suspense>
  )
}
