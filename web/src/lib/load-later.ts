import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** Code that a page needs only after it is shown. */
export interface LaterCode<Code> {
  /** Loads the code, once. Rejects if it does not arrive. The next call then tries again. */
  readonly load: () => Promise<void>
  /**
   * Returns the code, or undefined until it is loaded. While `isWanted`, it is loaded and `onFailed` is called if it does
   * not arrive.
   */
  readonly useCode: (isWanted: boolean, onFailed: (failure: unknown) => void) => Code | undefined
}

/** Creates code that is loaded when a component wants it, or when `load` is called before. */
export const loadLater = <Code extends object>(importCode: () => Promise<Code>): LaterCode<Code> => {
  const loaded = createStore<Code | undefined>(undefined)
  const load = async (): Promise<void> => {
    if (loaded.get() === undefined) loaded.set(await importCode())
  }
  return {
    load,
    useCode: (isWanted, onFailed) => {
      const code = useStore(loaded, undefined)
      useEffect(() => {
        if (!isWanted) return undefined
        let isShown = true
        load().catch((failure: unknown) => isShown && onFailed(failure))
        return () => {
          isShown = false
        }
        // `onFailed` is another function at every render. A second failure must not be reported for that.
      }, [isWanted])
      return code
    },
  }
}
