import { useEffect } from 'react'
import { toast as sonner, Toaster, useSonner } from 'sonner'
import { toastMs } from '#shared/values/limits.ts'
import { onNotice, takeNotices } from './toast.ts'
import { useToastPosition } from './use-toast-position.ts'

const style = {
  borderColor: 'var(--line-strong)',
  borderRadius: 'var(--radius)',
  background: 'var(--paper-raised)',
  color: 'var(--ink)',
  fontSize: 'var(--text-m)',
}

/** The same as a destructive toast. */
const destructiveStyle = { ...style, borderInlineStart: '4px solid var(--red)' }

const showPending = (): void => {
  for (const { title, description, variant, durationMs } of takeNotices()) {
    const options = { description, duration: durationMs }
    if (variant === 'destructive') sonner.error(title, { ...options, style: destructiveStyle })
    else sonner(title, options)
  }
}

/** Height of three notices, each of four lines, in rem. */
const stackRem = 30

/**
 * Returns whether three notices fit into the window one below the other. With large text, later ones cover earlier
 * ones.
 */
const canExpand = (): boolean => {
  const { fontSize } = getComputedStyle(document.documentElement)
  return window.innerHeight >= stackRem * (parseFloat(fontSize) || 16)
}

/** Shows notices, up to three at a time. Loaded with the first notice. */
const NoticeViewport = () => {
  useEffect(() => {
    showPending()
    return onNotice(showPending)
  }, [])
  const { toasts } = useSonner()
  const shift = useToastPosition('[data-sonner-toast][data-visible="true"]', toasts.length || undefined)
  return (
    <Toaster
      visibleToasts={3}
      duration={toastMs}
      // The corner of the toasts, above them.
      position="bottom-left"
      offset={{ bottom: '7rem', left: '1rem' }}
      mobileOffset={{ bottom: '7rem' }}
      expand={canExpand()}
      style={{ translate: `0 ${shift}px` }}
      theme="system"
      closeButton
      toastOptions={{ style }}
    />
  )
}

export default NoticeViewport
