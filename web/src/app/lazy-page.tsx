import { useState, type ComponentType } from 'react'
import { importCode } from '#web/lib/import-code.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

export interface LazyPage {
  readonly Page: ComponentType
  /** Loads the page's code, so that rendering does not have to wait for it. */
  readonly preload: () => Promise<void>
  /** Returns whether the page can be rendered without waiting. */
  readonly isLoaded: () => boolean
}

/** Creates a page whose code is loaded by `preload` or on the first render. */
export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>): LazyPage => {
  let Loaded: ComponentType | undefined
  const LazyLoaded = lazyComponent(load)
  const Page = () => {
    // Changing to another component later would replace the page and lose everything typed in it.
    const [Shown] = useState<ComponentType>(() => Loaded ?? LazyLoaded)
    return <Shown />
  }
  return {
    Page,
    preload: async () => {
      Loaded = (await importCode(load)).default
    },
    isLoaded: () => Loaded !== undefined,
  }
}
