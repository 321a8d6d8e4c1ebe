import { lazy, useState, type ComponentType } from 'react'

export interface LazyPage {
  readonly Page: ComponentType
  /** Loads the page's code, so that rendering does not have to wait for it. */
  readonly preload: () => Promise<void>
  /** Whether the page can be rendered without waiting. */
  readonly isLoaded: () => boolean
}

/** Creates a page whose code is loaded by `preload` or on the first render. */
export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>): LazyPage => {
  let Loaded: ComponentType | undefined
  const LazyLoaded = lazy(load)
  const Page = () => {
    // Changing to another component later would replace the page and lose everything typed in it.
    const [Shown] = useState<ComponentType>(() => Loaded ?? LazyLoaded)
    return <Shown />
  }
  return {
    Page,
    preload: async () => {
      Loaded = (await load()).default
    },
    isLoaded: () => Loaded !== undefined,
  }
}
