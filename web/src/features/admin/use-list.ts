import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/use-answer.ts'
import { toast } from '../../ui/toast.ts'

export interface List<T> {
  /** What was loaded last; `undefined` until then. */
  readonly items: readonly T[] | undefined
  /** The last attempt failed. */
  readonly failed: boolean
  /** Loads again; what is shown stays until there is something newer. */
  readonly reload: () => Promise<void>
}

/** A list of the desk. `load` must keep its identity between renders; `failure` titles the toast. */
export const useList = <T>(load: () => Promise<readonly T[]>, failure: string): List<T> => {
  const [state, setState] = useState<Omit<List<T>, 'reload'>>({ items: undefined, failed: false })
  const attempt = useRef(0)
  const reload = useCallback(async () => {
    attempt.current += 1
    const mine = attempt.current
    try {
      const items = await load()
      if (mine === attempt.current) setState({ items, failed: false })
    } catch (fault) {
      if (mine !== attempt.current) return
      setState(({ items }) => ({ items, failed: true }))
      toast({ title: failure, description: messageOf(fault), variant: 'destructive' })
    }
  }, [load, failure])
  useEffect(() => {
    void reload()
    return () => {
      attempt.current += 1
    }
  }, [reload])
  return { ...state, reload }
}
