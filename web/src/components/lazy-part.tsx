import { type ComponentType, type ReactNode, useState } from 'react'
import { lazyModule } from '#web/lib/lazy-module.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { codeFailureAdvice } from '#web/lib/code-failure.ts'

/**
 * Creates a part of a page whose code is loaded when the part is shown. `placeholder` is shown until then. If the code
 * does not arrive, the part says so and offers to try again. The rest of the page stays; an error boundary would
 * replace all of it.
 *
 * @param title what the user reads if it fails, for example 'The videos could not be loaded'
 */
export const lazyPart = <Props extends object>(
  title: string,
  importPart: () => Promise<{ readonly default: ComponentType<Props> }>,
) => {
  const code = lazyModule(importPart)
  return ({ props, placeholder }: { readonly props: Props; readonly placeholder: ReactNode }) => {
    const [failure, setFailure] = useState<{ readonly cause: unknown }>()
    const part = code.useModule(failure === undefined, (cause) => setFailure({ cause }))
    if (part !== undefined) return <part.default {...props} />
    if (failure === undefined) return placeholder
    return (
      <LoadFailed title={title} onRetry={() => setFailure(undefined)}>
        {codeFailureAdvice(failure.cause)}
      </LoadFailed>
    )
  }
}
