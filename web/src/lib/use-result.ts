import { offlineText } from './auth-error.ts'
import { CallError } from './call.ts'
import { useCallback, useEffect, useState } from 'react'

/** Delay before `slow` becomes true, in milliseconds. Screens then say that they are still loading. */
const slowAfterMs = 6000

export type Result<T> =
  { state: 'loading'; slow: boolean } | { state: 'ready'; data: T } | { state: 'failed'; message: string }

/**
 * Calls `load` when the component mounts, and again at `retry`. Discards a result that arrives after the component has
 * unmounted. `load` must be the same function at every render.
 */
export const useResult = <T>(load: () => Promise<T>): { result: Result<T>; retry: () => void } => {
  const [result, setResult] = useState<Result<T>>({ state: 'loading', slow: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let mounted = true
    const show = (next: Result<T>) => {
      clearTimeout(timer)
      if (mounted) setResult(next)
    }
    const timer = setTimeout(() => setResult({ state: 'loading', slow: true }), slowAfterMs)
    load().then(
      (data) => show({ state: 'ready', data }),
      (failure: unknown) => show({ state: 'failed', message: messageOf(failure) }),
    )
    return () => {
      mounted = false
      clearTimeout(timer)
    }
  }, [load, attempt])
  const retry = useCallback(() => {
    setResult({ state: 'loading', slow: false })
    setAttempt((count) => count + 1)
  }, [])
  return { result, retry }
}

/** Returns the message of a failure, or `otherwise` when it has none. */
export const messageOf = (failure: unknown, otherwise = 'Please try again.'): string =>
  failure instanceof CallError && failure.status === 0 && !navigator.onLine
    ? offlineText
    : textOf(failure, otherwise)

const textOf = (failure: unknown, otherwise: string): string =>
  failure instanceof Error && failure.message !== '' ? failure.message : otherwise
