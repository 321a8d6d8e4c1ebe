import { useEffect, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import styles from './plain-toast.module.css'
import { toastSettings, useToast } from './toast.ts'

/** A simple toast, for when the toast library cannot be loaded, for example after the connection was lost. */
export const PlainToast = () => {
  const { current, dismiss } = useToast()
  const focusedBefore = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!current) return
    const timer = setTimeout(() => dismiss(current.id), current.durationMs ?? toastSettings.durationMs)
    return () => clearTimeout(timer)
  }, [current, dismiss])
  return (
    <div role="alert" className={current ? styles.toast : undefined}>
      {current ? (
        <>
          <p className={styles.title}>{current.title}</p>
          <p>{current.description}</p>
          <CloseButton
            corner
            onFocus={({ relatedTarget }) => {
              // Everything that can have the focus has the method `focus`. A check would cost bytes of the library.
              focusedBefore.current = relatedTarget as HTMLElement | null
            }}
            onClick={() => {
              dismiss(current.id)
              focusedBefore.current?.focus()
            }}
          />
        </>
      ) : null}
    </div>
  )
}
