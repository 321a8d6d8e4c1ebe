import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { toastMs } from '../../../shared/values/limits.ts'
import { onNotice, takeNotices } from './toast.ts'

const showWaiting = (): void => {
  for (const { title, description, variant, durationMs } of takeNotices()) {
    const show = variant === 'destructive' ? sonner.error : sonner
    show(title, { description, duration: durationMs })
  }
}

/** Where notices show, up to three at once. Loaded with the first notice. */
export const NoticeViewport = () => {
  useEffect(() => {
    showWaiting()
    return onNotice(showWaiting)
  }, [])
  return <Toaster visibleToasts={3} duration={toastMs} position="bottom-right" theme="system" closeButton />
}

export default NoticeViewport
