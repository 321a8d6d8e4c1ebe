import type { Section } from '../document.ts'
import type { Rows } from '../formats/office.ts'

/** A file of the seeded library. Its ending says how it is made; its name, without it, is its title. */
export interface Entry {
  readonly file: string
  readonly description: string
  readonly sections: readonly Section[]
  /** What stands in a spreadsheet. */
  readonly rows?: Rows
}

export const titleOf = ({ file }: Entry): string => file.slice(0, file.lastIndexOf('.'))
