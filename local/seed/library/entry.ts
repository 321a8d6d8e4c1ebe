import type { Section } from '../formats/document.ts'
import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import type { Rows } from '../formats/office.ts'

/** A file of the seeded library. Its extension selects the format; the rest of its name is the title. */
export interface Entry {
  readonly file: string
  readonly description: string
  readonly facts: LibraryFacts
  readonly sections: readonly Section[]
  /** Content of a spreadsheet. */
  readonly rows?: Rows
}

export const titleOf = ({ file }: Entry): string => file.slice(0, file.lastIndexOf('.'))
