import type { ReactNode } from 'react'

/** A section of a long page, with its own entry in the table of contents. */
export interface DocumentSection {
  /** Id of the section's element, and its fragment in links. */
  readonly id: string
  readonly title: string
  readonly body: ReactNode
}
