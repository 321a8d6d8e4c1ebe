import { Suspense, useState } from 'react'
import { ErrorFallback } from './error-fallback.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { PlainToast } from './plain-toast.tsx'
import { useNoticeWaiting, useToast } from './toast.ts'

const ToastViewport = lazyComponent(() => import('./toast-viewport.tsx'))
const NoticeViewport = lazyComponent(() => import('./notice-viewport.tsx'))

/** Returns true from the first time that `now` is true. */
const useHasBeenTrue = (now: boolean): boolean => {
  const [hasBeenTrue, setHasBeenTrue] = useState(now)
  if (now && !hasBeenTrue) setHasBeenTrue(true)
  return hasBeenTrue || now
}

/**
 * Shows both kinds of toasts. Their libraries are loaded with the first toast of the kind. Without them, toasts are
 * plain.
 */
export const Toasts = () => {
  const toasts = useHasBeenTrue(useToast() !== null)
  const notices = useHasBeenTrue(useNoticeWaiting())
  return (
    <ErrorFallback fallback={<PlainToast />}>
      <Suspense fallback={null}>
        {toasts ? <ToastViewport /> : null}
        {notices ? <NoticeViewport /> : null}
      </Suspense>
    </ErrorFallback>
  )
}
