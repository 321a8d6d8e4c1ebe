import { useEffect, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import styles from './plain-toast.module.css'
import { dismissToast, toastDurationMs, useToast } from './toast.ts'

/** A simple toast, for when the toast library cannot be loaded, for example after the connection was lost. */
export const PlainToast = () => {
  const current = useToast()
  const focusedBefore = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!current) return
    const timer = setTimeout(() => dismissToast(current.id), current.durationMs ?? toastDurationMs)
    return () => clearTimeout(timer)
  }, [current])
  return (
    <div role="alert" className={current ? styles.toast : undefined} data-variant={current?.variant}>
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
    </div>
  )
}
