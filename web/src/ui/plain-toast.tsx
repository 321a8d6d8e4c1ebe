import { useEffect } from 'react'
import styles from './plain-toast.module.css'
import { toastSettings, useToast } from './toast.ts'

/** A toast without the library's comforts, for when it cannot be fetched: a lost connection is what it tells of. */
export const PlainToast = () => {
  const { current, dismiss } = useToast()
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
        </>
      ) : null}
    </div>
  )
}
