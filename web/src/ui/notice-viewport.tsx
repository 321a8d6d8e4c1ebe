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

/** As a toast that tells of a failure looks. */
const destructive = { ...look, borderInlineStart: '4px solid var(--red)' }

const showWaiting = (): void => {
  for (const { title, description, variant, durationMs } of takeNotices()) {
    const options = { description, duration: durationMs }
    if (variant === 'destructive') sonner.error(title, { ...options, style: destructive })
    else sonner(title, options)
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
