/** A section of a seeded document, independent of the file format. */
export interface Section {
  readonly heading: string
  /** Paragraphs. One that starts with `- ` is a list item. */
  readonly text: readonly string[]
}

export interface Document {
  readonly title: string
  readonly sections: readonly Section[]
}

/** Shown on every page of a seeded document, so that a sample is not mistaken for advice. */
export const sampleMark = 'Sample document: for demonstration, not legal advice'
