/** What a seeded document says, whatever the format it is written in. */
export interface Section {
  readonly heading: string
  /** Each is a paragraph; one that starts with `- ` is a point of a list. */
  readonly text: readonly string[]
}

export interface Document {
  readonly title: string
  readonly sections: readonly Section[]
}

/** Stands on every page that we make up: nobody is to take a sample for advice. */
export const sampleMark = 'Sample document: for demonstration, not legal advice'
