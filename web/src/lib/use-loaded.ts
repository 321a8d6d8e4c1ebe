import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from './message-of.ts'

/** Delay before `slow` becomes true, in milliseconds. Screens then say that they are still loading. */
const slowAfterMs = 6000

export interface LoadFailure {
  readonly error: unknown
  /** The message of the error, to show. */
  readonly message: string
}

interface LoadState<T> {
  /** The latest response. It stays during a reload, and if that fails. Undefined before the first one. */
  readonly data: T | undefined
  /** Error of the last request. */
  readonly failure: LoadFailure | undefined
  readonly loading: boolean
  /** True if loading takes longer than usual. */
  readonly slow: boolean
}

export interface Loaded<T> extends LoadState<T> {
  /** Loads again. The earlier data or failure stays until the response. Resolves with the request, and never rejects. */
  readonly reload: () => Promise<void>
  /** Like `reload`, but forgets the failure at once, and ignores earlier requests. */
  readonly retry: () => Promise<void>
  /** Like `retry`, but also forgets the data. */
  readonly restart: () => Promise<void>
}

const idle = { data: undefined, failure: undefined, loading: false, slow: false } as const

type Keep = <T>(earlier: LoadState<T>) => LoadState<T>

const keepAll: Keep = (earlier) => earlier
const keepData: Keep = (earlier) => (earlier.failure ? { ...idle, data: earlier.data } : earlier)
const keepNothing: Keep = () => idle

/** Returns the same object if it is loading already, so that pages do not render twice when they mount. */
const asLoading = <T>(state: LoadState<T>): LoadState<T> =>
  state.loading ? state : { ...state, loading: true }

/**
 * Loads something when the component mounts, again when `load` is another function, and at each call of `reload`,
 * `retry` or `restart`. Without `load`, there is no data.
 *
 * A response is ignored if a newer one is shown, if `load` has changed, or after the component has unmounted.
 *
 * For a part of a page that shows either its content, a spinner or a failure, use `useResult`.
 *
 * @param load must be the same function on every render, until something else is to be loaded
 */
export const useLoaded = <T extends object | string>(load: (() => Promise<T>) | undefined): Loaded<T> => {
  const [state, setState] = useState<LoadState<T>>(load ? { ...idle, loading: true } : idle)
  const currentLoad = useRef(load)
  /** Number of the newest request. */
  const newest = useRef(0)
  /** The outcome of requests up to this number is known or no longer wanted. */
  const settled = useRef(0)
  const request = useCallback(async (keep: Keep) => {
    if (keep !== keepAll) settled.current = newest.current
    newest.current += 1
    const own = newest.current
    const isNewest = () => own === newest.current && own > settled.current
    const { current } = currentLoad
    if (!current) return setState(idle)
    setState((earlier) => asLoading(keep(earlier)))
    const timer = setTimeout(() => isNewest() && setState((now) => ({ ...now, slow: true })), slowAfterMs)
    try {
      const data = await current()
      if (own <= settled.current) return
      // A newer request may be running. Its response will replace this one, which is newer than what is shown.
      const isLast = isNewest()
      setState((now) => (isLast ? { ...idle, data } : { ...now, data }))
      settled.current = own
    } catch (error) {
      if (!isNewest()) return
      settled.current = own
      const failure = { error, message: messageOf(error) }
      setState(({ data }) => ({ ...idle, data, failure }))
    } finally {
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    currentLoad.current = load
    void request(keepData)
    return () => {
      settled.current = newest.current
    }
  }, [load, request])
  const reload = useCallback(() => request(keepAll), [request])
  const retry = useCallback(() => request(keepData), [request])
  const restart = useCallback(() => request(keepNothing), [request])
  return { ...state, reload, retry, restart }
}
