import { acceptsPrefix, fold, queryWords, stemOf, synonymsIn } from '#shared/rules/search-words.ts'
import type { FileText } from '../text.repository.ts'
import type { Passage } from './passage.ts'

const maxPassages = 3
const excerptCharacters = 200

/** Matches of one file: the best passages, and how many passages have a word of the query. */
export interface TextMatch {
  readonly name: string
  readonly passages: readonly Passage[]
}

/** Returns the folded words and stems of a query word, and of its synonyms. A passage with any of them has the word. */
const formsOf = (word: string): string[] => {
  const synonyms = synonymsIn(word)
    .split(' ')
    .filter((form) => form.length > 2 && !/^\d+$/.test(form))
  return [...new Set([word, stemOf(word), ...synonyms.map(stemOf)])]
}

const hasWord = (words: string, word: string): boolean =>
  words.includes(` ${word}${acceptsPrefix(word) ? '' : ' '}`) || words.includes(` ${stemOf(word)} `)

/** Returns the part of a text around the first of these words. */
const excerptOf = (text: string, words: readonly (readonly string[])[]): string => {
  const lower = text.toLowerCase()
  const at = Math.min(...words.flat().flatMap((form) => (lower.includes(form) ? [lower.indexOf(form)] : [])))
  const from = Number.isFinite(at) ? Math.max(0, at - excerptCharacters / 3) : 0
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = Math.min(text.length, start + excerptCharacters)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`
}

/**
 * Searches the texts of files for every word of a query, in any order, with its other endings and synonyms. Files with
 * more of the words in one passage come first.
 */
export const searchTexts = (texts: readonly FileText[], query: string, limit: number): TextMatch[] => {
  const words = queryWords(query)
  if (words.length === 0) return []
  const forms = words.map(formsOf)
  const found = texts
    .filter((file) => words.every((word) => hasWord(file.words, word)))
    .map((file) => {
      const scored = file.passages.map((passage) => {
        const folded = ` ${fold(passage.text)}`
        return {
          passage,
          score: forms.filter((any) => any.some((form) => folded.includes(` ${form}`))).length,
        }
      })
      const best = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
      return { name: file.name, best, top: best[0]?.score ?? 0 }
    })
    .filter(({ top }) => top > 0)
    .toSorted((a, b) => b.top - a.top || b.best.length - a.best.length)
  return found.slice(0, limit).map(({ name, best }) => ({
    name,
    passages: best
      .slice(0, maxPassages)
      .map(({ passage }) => ({ place: passage.place, text: excerptOf(passage.text, forms) })),
  }))
}
