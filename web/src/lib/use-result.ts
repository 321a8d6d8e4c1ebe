import { useCallback, useEffect, useState } from 'react'
import { messageOf } from './message-of.ts'

/** Delay before `slow` becomes true, in milliseconds. Screens then say that they are still loading. */
export const slowAfterMs = 6000

export type Result<T> =
  | { state: 'loading'; slow: boolean }
  | { state: 'ready'; data: T }
  | { state: 'failed'; message: string }

export interface LoadedResult<T> {
  readonly result: Result<T>
  /** Loads again, and shows that it is loading. */
  readonly retry: () => void
  /** Loads again, and shows the earlier data until then, even if loading fails. Forms on the page keep their text. */
  readonly reload: () => void
}

/** For `useResult` while it is not known yet what to load. */
export const notYet = (): Promise<never> => new Promise(() => undefined)

/**
 * Calls `load` when the component mounts, and again when `retry` or `reload` is called. Discards a result that arrives
 * after the component has unmounted. `load` must be the same function on every render, or `notYet` before.
 */
export const useResult = <T>(load: () => Promise<T>): LoadedResult<T> => {
  const [result, setResult] = useState<Result<T>>({ state: 'loading', slow: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let mounted = true
    /** Replaces everything but earlier data. */
    const showUnlessReady = (next: Result<T>) => {
      if (mounted) setResult((shown) => (shown.state === 'ready' ? shown : next))
    }
    const timer = setTimeout(() => showUnlessReady({ state: 'loading', slow: true }), slowAfterMs)
    const show = async () => {
      try {
        const data = await load()
        if (mounted) setResult({ state: 'ready', data })
      } catch (failure) {
        showUnlessReady({ state: 'failed', message: messageOf(failure) })
      } finally {
        clearTimeout(timer)
      }
    }
    void show()
    return () => {
      mounted = false
      clearTimeout(timer)
    }
  }, [load, attempt])
  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const retry = useCallback(() => {
    setResult({ state: 'loading', slow: false })
    reload()
  }, [reload])
  return { result, retry, reload }
}
