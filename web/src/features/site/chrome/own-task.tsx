import { Suspense, useState, type ReactNode } from 'react'
import { partOfHydration, type Part } from '#web/lib/hydration.ts'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'

interface OwnTaskProps {
  /** Position in the order of hydration, from 1. */
  readonly turn: number
  /** A single element. */
  readonly children: ReactNode
}

/** Hydrates an element in a task of its own. Until then, it stays as it was prerendered. */
export const OwnTask = ({ turn, children }: OwnTaskProps) => {
  const [part] = useState(() => partOfHydration(turn))
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
