import { lazy, useState, type ComponentType } from 'react'
import { importCode } from '#web/lib/import-code.ts'

/**
 * Creates a component whose code is loaded when it is shown. `lazy` alone would remember a failure until the page is
 * reloaded. This loads the code again when the component is shown again.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> => {
  let current: ComponentType<Props> | undefined
  const loadOnce = () =>
    importCode(load).catch((failure: unknown) => {
      current = undefined
      throw failure
    })
  return (props) => {
    const [Loaded] = useState(() => (current ??= lazy(loadOnce)))
    return <Loaded {...props} />
  }
}
