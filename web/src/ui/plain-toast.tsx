import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { CloseButton } from './close-button.tsx'
import styles from './plain-toast.module.css'
import { dismissToast, toastDurationMs, useToast } from './toast.ts'

/**
 * A simple toast, for when the toast library cannot be loaded, for example after the connection was lost.
 *
 * An open dialog hides the rest of the page from screen readers, except elements with `aria-live` and elements that are
 * added to the body later. It closes when a press outside it reaches the document.
 */
export const PlainToast = () => {
  const current = useToast()
  const focusedBefore = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!current) return
    const timer = setTimeout(() => dismissToast(current.id), current.durationMs ?? toastDurationMs)
    return () => clearTimeout(timer)
  }, [current])
  return createPortal(
    <div
      role="alert"
      aria-live="assertive"
      data-from-app
      className={current ? styles.toast : undefined}
      data-variant={current?.variant}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {current ? (
        <>
          <p className={styles.title}>{current.title}</p>
          <p>{current.description}</p>
          <CloseButton
            corner
            onFocus={({ relatedTarget }) => {
              // An element that had the focus has the method `focus`. A check would cost bytes in the scripts of /library.
              focusedBefore.current = relatedTarget as HTMLElement | null
            }}
            onClick={() => {
              dismissToast(current.id)
              focusedBefore.current?.focus()
            }}
          />
        </>
      ) : null}
    </div>,
    document.body,
  )
}
