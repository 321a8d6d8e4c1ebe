import { Suspense, useState, type ReactNode } from 'react'
import { partOfHydration, type Part } from '#web/lib/hydration.ts'

interface OwnTaskProps {
  /** 1 for the part that is hydrated first. */
  readonly turn: number
  /** A single element. */
  readonly children: ReactNode
}

/** A part of a page that is hydrated in a task of its own. Its element stays as it was prerendered until then. */
export const OwnTask = ({ turn, children }: OwnTaskProps) => {
  const [part] = useState(() => partOfHydration(turn))
  return (
    <Suspense fallback={null}>
      <Content part={part}>{children}</Content>
    </Suspense>
  )
}

const Content = ({ part, children }: { readonly part: Part | undefined; readonly children: ReactNode }) => {
  // React waits for a promise that a component throws, and hydrates the element afterwards.
  if (part && !part.hasBegun) throw part.begins
  return children
}
