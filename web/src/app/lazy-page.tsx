import { lazy, type ComponentType } from 'react'

export interface LazyPage {
  readonly Page: ComponentType
  /** Fetches the page's code, so that drawing it does not have to wait. */
  readonly preload: () => Promise<void>
}

/** A page whose code is fetched when it is first drawn, or before by `preload`. */
export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>): LazyPage => {
  let Loaded: ComponentType | undefined
  const Waiting = lazy(load)
  return {
    Page: () => (Loaded ? <Loaded /> : <Waiting />),
    preload: async () => {
      Loaded = (await load()).default
    },
  }
}
