import { useCallback, useEffect, useState } from 'react'

/** After this long without an answer the screen says that it is still at work, in milliseconds. */
const slowAfterMs = 6000

export type Answer<T> =
  { state: 'loading'; slow: boolean } | { state: 'ready'; data: T } | { state: 'failed'; message: string }

/**
 * Loads something when the component appears, and again at `retry`. An answer that comes after the component
 * has gone is dropped. `load` must keep its identity between renders.
 */
export const useAnswer = <T>(load: () => Promise<T>): { answer: Answer<T>; retry: () => void } => {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'loading', slow: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let wanted = true
    const show = (next: Answer<T>) => {
      clearTimeout(timer)
      if (wanted) setAnswer(next)
    }
    const timer = setTimeout(() => setAnswer({ state: 'loading', slow: true }), slowAfterMs)
    load().then(
      (data) => show({ state: 'ready', data }),
      (failure: unknown) => show({ state: 'failed', message: messageOf(failure) }),
    )
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [load, attempt])
  const retry = useCallback(() => {
    setAnswer({ state: 'loading', slow: false })
    setAttempt((count) => count + 1)
  }, [])
  return { answer, retry }
}

/** The words of a failure, or `otherwise` when it has none. */
export const messageOf = (failure: unknown, otherwise = 'Please try again.'): string =>
  failure instanceof Error && failure.message !== '' ? failure.message : otherwise
