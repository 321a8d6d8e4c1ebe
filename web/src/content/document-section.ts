import type { ReactNode } from 'react'

/** A part of a long text, with its own entry in the table of contents. */
export interface DocumentSection {
  /** Its address on the page. */
  readonly id: string
  readonly title: string
  readonly body: ReactNode
}
