import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/message-of.ts'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'

export interface List<T> {
  /** The items loaded last; undefined until then. */
  readonly items: readonly T[] | undefined
  /** Whether the last request failed. */
  readonly failed: boolean
  /** Loads the list again. The earlier items stay until the new ones have arrived. */
  readonly reload: () => Promise<void>
}

/**
 * Loads a list of the admin area. `load` must be the same function on every render. `failureTitle` is the title of the
 * toast that reports a failure.
 */
export const useList = <T>(load: () => Promise<readonly T[]>, failureTitle: string): List<T> => {
  const [state, setState] = useState<Omit<List<T>, 'reload'>>({ items: undefined, failed: false })
  const latest = useRef(0)
  /** Number of the request whose result is shown. */
  const shown = useRef(0)
  const failureToast = useFailureToast()
  const reload = useCallback(async () => {
    latest.current += 1
    const request = latest.current
    try {
      const items = await load()
      // A later request may be running. Its result replaces this one, which already contains what was saved before it.
      if (request < shown.current) return
      shown.current = request
      setState({ items, failed: false })
      failureToast.close()
    } catch (failure) {
      if (request !== latest.current) return
      shown.current = request
      setState(({ items }) => ({ items, failed: true }))
      failureToast.show({ title: failureTitle, description: messageOf(failure) })
    }
  }, [load, failureTitle, failureToast])
  useEffect(() => {
    void reload()
    return () => {
      latest.current += 1
      shown.current = latest.current
    }
  }, [reload])
  return { ...state, reload }
}
