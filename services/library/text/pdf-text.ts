import { getDocumentProxy } from 'unpdf'
import type { Passage } from './passage.ts'

const maxPages = 400
/** Time after which the pages read so far are kept, in milliseconds. */
const maxReadMs = 20_000

/**
 * Joins words that are divided at the end of a line. A hyphen stays, because it may belong to the word: the search finds
 * hyphenated words as one, too.
 */
export const joinDividedWords = (text: string): string =>
  text.replace(/\u00ad\s*\n\s*/g, '').replace(/(?<=\p{L}[-‐])\s*\n\s*(?=\p{Ll})/gu, '')

/** Returns the text of each page of a PDF. Throws if it is unreadable. */
export const pdfText = async (bytes: Uint8Array): Promise<Passage[]> => {
  const deadline = performance.now() + maxReadMs
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const passages: Passage[] = []
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
      if (performance.now() > deadline) break
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      passages.push({ place: `Page ${number}`, text: joinDividedWords(text) })
    }
  } finally {
    // The function instance reads more files: a document that is not closed keeps its memory.
    await pdf.loadingTask.destroy()
  }
  return passages
}
