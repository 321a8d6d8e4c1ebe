import { useEffect } from 'react'
import { importCode } from './import-code.ts'
import { createStore, useStore } from './store.ts'

/** A module that a page needs only after it is shown. */
export interface LazyModule<Module> {
  /** Loads the module, once. Rejects if it does not arrive. The next call then tries again. */
  readonly load: () => Promise<void>
  /**
   * Returns the module, or undefined until it is loaded. While `isNeeded`, it is loaded, and `onFailed` is called if it
   * does not arrive within half a minute.
   */
  readonly useModule: (isNeeded: boolean, onFailed: (failure: unknown) => void) => Module | undefined
}

/** Time after which loading counts as failed, in milliseconds: the limit of calls to the server. */
const limitMs = 30_000

/** Creates a module that is loaded when a component needs it, or when `load` is called before. */
export const lazyModule = <Module extends object>(
  importModule: () => Promise<Module>,
): LazyModule<Module> => {
  const loaded = createStore<Module | undefined>(undefined)
  let loading: Promise<void> | undefined
  const load = (): Promise<void> => {
    loading ??= importCode(importModule).then(loaded.set, (failure: unknown) => {
      loading = undefined
      throw failure
    })
    return loading
  }
  return {
    load,
    useModule: (isNeeded, onFailed) => {
      const module = useStore(loaded, undefined)
      const isMissing = isNeeded && module === undefined
      useEffect(() => {
        if (!isMissing) return undefined
        let isWaiting = true
        const fail = (failure: unknown) => {
          if (isWaiting) onFailed(failure)
          isWaiting = false
        }
        const timer = setTimeout(() => fail(new Error('The code did not arrive in time')), limitMs)
        load().catch(fail)
        return () => {
          isWaiting = false
          clearTimeout(timer)
        }
        // `onFailed` is a different function on every render, which must not start another load.
      }, [isMissing])
      return module
    },
  }
}
