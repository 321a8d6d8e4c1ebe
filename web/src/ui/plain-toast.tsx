import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CloseButton } from './close-button.tsx'
import styles from './plain-toast.module.css'
import { toastRegion } from './toast-region.ts'
import { dismissToast, toastDurationMs, useToast } from './toast.ts'

/** Lets F8 and an open dialog reach the element with the returned reference. */
const useReachableRegion = () => {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'F8') region.current?.querySelector('button')?.focus()
    }
    toastRegion.set(region.current)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      toastRegion.set(null)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return region
}

/**
 * A simple toast, for when the toast library cannot be loaded, for example after the connection was lost. As with the
 * library, F8 moves the focus to it, Escape closes it, and it stays while it has the focus.
 *
 * An open dialog hides the rest of the page from screen readers, except elements with `aria-live` and elements that are
 * added to the body later. It closes when a press outside it reaches the document.
 */
export const PlainToast = () => {
  const current = useToast()
  const region = useReachableRegion()
  const [focused, setFocused] = useState(false)
  const focusedBefore = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!current || focused) return
    const timer = setTimeout(() => dismissToast(current.id), current.durationMs ?? toastDurationMs)
    return () => clearTimeout(timer)
  }, [current, focused])
  const close = () => {
    dismissToast(current?.id)
    setFocused(false)
    focusedBefore.current?.focus()
  }
  return createPortal(
    <div
      ref={region}
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
            aria-keyshortcuts="F8"
            onFocus={({ relatedTarget }) => {
              setFocused(true)
              // An element that had the focus has the method `focus`. A check would cost bytes in the scripts of /library.
              focusedBefore.current = relatedTarget as HTMLElement | null
            }}
            onBlur={() => setFocused(false)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close()
              // An open dialog would not let the focus move on from here.
              if (event.key !== 'Tab' || !focusedBefore.current?.closest('[role="dialog"]')) return
              event.preventDefault()
              focusedBefore.current.focus()
            }}
            onClick={close}
          />
        </>
      ) : null}
    </div>,
    document.body,
  )
}
