import { useCallback } from 'react'
import { useLoaded } from './use-loaded.ts'

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
 * Loads the content of a part of a page that shows either its content, a spinner or a failure. To show a failure beside
 * the earlier content, use `useLoaded`, whose rules apply here too.
 *
 * @param load must be the same function on every render, or `notYet` before
 */
export const useResult = <T extends object | string>(load: () => Promise<T>): LoadedResult<T> => {
  const { data, failure, slow, reload, restart } = useLoaded(load)
  const result: Result<T> =
    data !== undefined
      ? { state: 'ready', data }
      : failure
        ? { state: 'failed', message: failure.message }
        : { state: 'loading', slow }
  return {
    result,
    retry: useCallback(() => void restart(), [restart]),
    reload: useCallback(() => void reload(), [reload]),
  }
}
