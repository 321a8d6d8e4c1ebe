import { lazy, type ComponentType } from 'react'

export interface LazyPage {
  readonly Page: ComponentType
  /** Loads the page's code, so that rendering does not have to wait for it. */
  readonly preload: () => Promise<void>
  /** Whether rendering the page has to wait for nothing. */
  readonly isLoaded: () => boolean
}

/** Creates a page whose code is loaded by `preload` or at the first render. */
export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>): LazyPage => {
  let Loaded: ComponentType | undefined
  const LazyLoaded = lazy(load)
  return {
    Page: () => (Loaded ? <Loaded /> : <LazyLoaded />),
    preload: async () => {
      Loaded = (await load()).default
    },
    isLoaded: () => Loaded !== undefined,
  }
}
