import { useEffect } from 'react'
import { toast as sonner, Toaster, useSonner } from 'sonner'
import { noticeDurationMs } from '#shared/values/limits.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './notice-viewport.module.css'
import { type Notice, takeNotices, useNoticeWaiting } from './toast.ts'
import { useToastPosition } from './use-toast-position.ts'

const style = {
  // Leaves room for the button that closes the notice.
  paddingInlineEnd: 'min(3rem, 17vw)',
  borderColor: 'var(--line-strong)',
  borderRadius: 'var(--radius)',
  background: 'var(--paper-raised)',
  color: 'var(--ink)',
  fontSize: 'var(--text-m)',
}

/** The same as a destructive toast. */
const destructiveStyle = { ...style, borderInlineStart: '4px solid var(--red)' }

const destructiveClassNames = { title: classNames(styles.title, styles.destructive) }

const show = ({ title, description, variant, durationMs }: Notice): void => {
  const options = { description, duration: durationMs }
  if (variant === 'destructive')
    sonner.error(title, { ...options, style: destructiveStyle, classNames: destructiveClassNames })
  else sonner(title, options)
}

/** Number of notices that the library holds at a time. With hundreds of them, the page hangs for minutes. */
const maxOpen = 10

/** Shows waiting notices while there is room. */
const showWaiting = (): void => {
  for (;;) {
    const room = maxOpen - sonner.getToasts().length
    const notices = room > 0 ? takeNotices(room) : []
    if (notices.length === 0) return
    for (const notice of notices) if (notice.isCurrent?.() !== false) show(notice)
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

/** Shows notices, up to three at a time. The others wait. Loaded with the first notice. */
const NoticeViewport = () => {
  const isWaiting = useNoticeWaiting()
  const { toasts } = useSonner()
  useEffect(showWaiting, [isWaiting, toasts])
  const shift = useToastPosition('[data-sonner-toast][data-visible="true"]', toasts.length || undefined)
  return (
    <Toaster
      visibleToasts={3}
      duration={noticeDurationMs}
      // The notices are in the same corner as the toasts, above them.
      position="bottom-left"
      offset={{ bottom: '7rem', left: '1rem' }}
      mobileOffset={{ bottom: '7rem' }}
      expand={canExpand()}
      style={{ translate: `0 ${shift}px` }}
      theme="system"
      closeButton
      icons={{ close: <Icon name="close" size={18} />, error: null }}
      toastOptions={{
        style,
        classNames: { title: styles.title, closeButton: styles.close },
        closeButtonAriaLabel: 'Close',
      }}
    />
  )
}

export default NoticeViewport
