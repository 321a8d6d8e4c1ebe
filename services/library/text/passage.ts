/** A part of a file's text, with its place in the file: `Page 3`, `Sheet Ledger`, `Slide 2`, or a heading. */
export interface Passage {
  readonly place: string
  readonly text: string
}

/** The text of a file, as the search reads it. */
export interface FileText {
  readonly name: string
  readonly passages: readonly Passage[]
  readonly words: string
}

/** Bounds of the text that is kept of a file, so that every file fits an item of the table. */
const maxCharacters = 120_000
const maxPassageCharacters = 700

/** Splits a passage. Leaves out soft hyphens, which show where a word may be divided. */
const splitLong = ({ place, text }: Passage): Passage[] => {
  const words = text
    .replaceAll('\u00ad', '')
    .split(/\s+/)
    .filter((word) => word !== '')
  const parts: string[] = []
  let part = ''
  for (const word of words.map((long) => long.slice(0, maxPassageCharacters))) {
    if (part.length + word.length >= maxPassageCharacters) {
      parts.push(part)
      part = ''
    }
    part = part === '' ? word : `${part} ${word}`
  }
  return [...parts, part].filter((text) => text !== '').map((text) => ({ place, text }))
}

/** Splits passages to a length that an excerpt can be taken from, and keeps the first 120,000 characters of a file. */
export const boundPassages = (passages: readonly Passage[]): Passage[] => {
  let characters = 0
  const kept: Passage[] = []
  for (const passage of passages)
    for (const part of splitLong(passage)) {
      characters += part.text.length
      if (characters > maxCharacters) return kept
      kept.push(part)
    }
  return kept
}
