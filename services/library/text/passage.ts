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

/** Limits of the text that is stored for a file. In any language, it fits an item of the table: at most 400 KB. */
export const maxBytes = 120_000
const maxPassageCharacters = 700

/** Splits a passage. Leaves out soft hyphens, which show where a word may be divided. */
const splitLong = ({ place, text }: Passage): Passage[] => {
  const words = text
    // A longer text would use up the memory of the function with its words alone.
    .slice(0, maxBytes)
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

/**
 * Splits passages to a length that an excerpt can be taken from, and keeps the first 120,000 bytes of a file in UTF-8:
 * as many characters in English, and a third of that in Chinese.
 */
export const boundPassages = (passages: readonly Passage[]): Passage[] => {
  let bytes = 0
  const kept: Passage[] = []
  for (const passage of passages)
    for (const part of splitLong(passage)) {
      bytes += Buffer.byteLength(part.text)
      if (bytes > maxBytes) return kept
      kept.push(part)
    }
  return kept
}
