import { Suspense, useState, type ReactNode } from 'react'
import { partOfHydration, type Part } from '#web/lib/hydration.ts'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'

/** Hydrates a single element in a task of its own. Until then, it stays as it was prerendered. */
export const OwnTask = ({ children }: { readonly children: ReactNode }) => {
  const [part] = useState(partOfHydration)
  return (
    <ErrorFallback>
      <Suspense fallback={null}>
        <Content part={part}>{children}</Content>
      </Suspense>
    </ErrorFallback>
  )
}

const Content = ({ part, children }: { readonly part: Part | undefined; readonly children: ReactNode }) => {
  // React waits for a promise that a component throws, and hydrates the element afterwards.
  if (part && !part.hasBegun) throw part.begins
  return children
}
