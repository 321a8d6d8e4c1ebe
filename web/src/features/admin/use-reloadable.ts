import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/use-result.ts'

/** Time after which the screen says that it is still loading, in milliseconds. */
const slowAfterMs = 6000

interface State<T> {
  /** The last result; undefined before the first. It stays while it is loaded again. */
  readonly data: T | undefined
  /** The reason why the last request failed. */
  readonly failure: string | undefined
  readonly slow: boolean
}

export interface Reloadable<T> extends State<T> {
  readonly reload: () => Promise<void>
}

/** Loads something when the component mounts and at `reload`. `load` must be the same function at every render. */
export const useReloadable = <T>(load: () => Promise<T>): Reloadable<T> => {
  const [state, setState] = useState<State<T>>({ data: undefined, failure: undefined, slow: false })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const request = latest.current
    const isLatest = () => request === latest.current
    setState(({ data }) => ({ data, failure: undefined, slow: false }))
    const timer = setTimeout(() => isLatest() && setState((now) => ({ ...now, slow: true })), slowAfterMs)
    try {
      const data = await load()
      if (isLatest()) setState({ data, failure: undefined, slow: false })
    } catch (failure) {
      if (isLatest()) setState(({ data }) => ({ data, failure: messageOf(failure), slow: false }))
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
