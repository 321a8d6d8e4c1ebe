import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { slowAfterMs } from '#web/lib/use-result.ts'

interface State<T> {
  /** The last result; undefined before the first. It stays while it is loaded again. */
  readonly data: T | undefined
  /** The reason why the last request failed. */
  readonly failure: string | undefined
  /** Whether the last request failed because what it asks for does not exist. */
  readonly notFound: boolean
  readonly slow: boolean
}

const noFailure = { failure: undefined, notFound: false, slow: false } as const

export interface Reloadable<T> extends State<T> {
  readonly reload: () => Promise<void>
}

/**
 * Loads something when the component mounts and when `reload` is called. `load` must be the same function on every
 * render.
 */
export const useReloadable = <T>(load: () => Promise<T>): Reloadable<T> => {
  const [state, setState] = useState<State<T>>({ ...noFailure, data: undefined })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const request = latest.current
    const isLatest = () => request === latest.current
    setState(({ data }) => ({ ...noFailure, data }))
    const timer = setTimeout(() => isLatest() && setState((now) => ({ ...now, slow: true })), slowAfterMs)
    try {
      const data = await load()
      if (isLatest()) setState({ ...noFailure, data })
    } catch (failure) {
      const notFound = failure instanceof CallError && failure.code === 'not_found'
      if (isLatest()) setState(({ data }) => ({ data, failure: messageOf(failure), notFound, slow: false }))
    } finally {
      clearTimeout(timer)
    }
  }, [load])
  useEffect(() => {
    void reload()
    return () => {
      latest.current += 1
    }
  }, [reload])
  return { ...state, reload }
}
