import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { toastMs } from '../../../shared/values/limits.ts'
import { onNotice, takeNotices } from './toast.ts'

const look = {
  borderColor: 'var(--line-strong)',
  borderRadius: 'var(--radius)',
  background: 'var(--paper-raised)',
  color: 'var(--ink)',
  fontSize: 'var(--text-m)',
}

const showWaiting = (): void => {
  for (const { title, description, variant, durationMs } of takeNotices()) {
    const show = variant === 'destructive' ? sonner.error : sonner
    show(title, { description, duration: durationMs })
  }
}

/** Where notices show, up to three at once. Loaded with the first notice. */
const NoticeViewport = () => {
  useEffect(() => {
    showWaiting()
    return onNotice(showWaiting)
  }, [])
  return (
    <Toaster
      visibleToasts={3}
      duration={toastMs}
      // Toasts have the bottom corner: the two must not cover each other.
      position="top-right"
      offset="5rem"
      expand
      theme="system"
      closeButton
      toastOptions={{ style: look }}
    />
  )
}

export default NoticeViewport
