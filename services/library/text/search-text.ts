import { fold, hyphenatedWord, joinWords } from '#shared/rules/fold.ts'
import {
  acceptsPrefix,
  acceptsTypo,
  isTypoOf,
  queryTerms,
  type QueryTerm,
  searchableText,
  stemOf,
} from '#shared/rules/search-words.ts'
import type { FileText, Passage } from './passage.ts'

const maxPassages = 3
const excerptCharacters = 200

/** Matches of one file: the best passages, and how many passages have a word of the query. */
export interface TextMatch {
  readonly name: string
  readonly passages: readonly Passage[]
}

interface FoundTexts {
  readonly matches: readonly TextMatch[]
  /** Number of all matching files, of which `matches` has the best. */
  readonly total: number
  /** Whether the files were found only because a wrong letter in a word was accepted. */
  readonly typos: boolean
}

/** A word of a query. */
interface QueryWord extends QueryTerm {
  readonly stem: string
  /** Words of the files that differ from it by one letter. Empty unless nothing was found without them. */
  readonly near: readonly string[]
}

const queryWordsIn = (query: string): QueryWord[] =>
  queryTerms(query).map((term) => ({ ...term, stem: stemOf(term.word), near: [] }))

const hasWord = (words: string, { word, stem, joined, near }: QueryWord): boolean =>
  words.includes(` ${word}${acceptsPrefix(word) ? '' : ' '}`) ||
  words.includes(` ${stem} `) ||
  joined.some((one) => words.includes(` ${one}`) || words.includes(` ${stemOf(one)} `)) ||
  near.some((other) => words.includes(` ${other} `))

/** Returns whether the words of a file contain a word of a query or a synonym of it. */
const containsWordOrSynonym = (words: string, queryWord: QueryWord): boolean =>
  hasWord(words, queryWord) || queryWord.tokens.some((token) => words.includes(` ${token} `))

const vocabularies = new WeakMap<readonly FileText[], readonly string[]>()

/** Returns every different word of the files. Cached for each list of texts: 1,000 files have millions of words. */
const vocabularyOf = (texts: readonly FileText[]): readonly string[] => {
  const known = vocabularies.get(texts)
  if (known !== undefined) return known
  const words = new Set<string>()
  for (const file of texts) for (const word of file.words.split(' ')) words.add(word)
  const vocabulary = [...words]
  vocabularies.set(texts, vocabulary)
  return vocabulary
}

/** Adds to each word the words of the files that differ from it by one letter. */
const withTypos = (words: readonly QueryWord[], texts: readonly FileText[]): QueryWord[] =>
  words.map((queryWord) =>
    acceptsTypo(queryWord.word)
      ? {
          ...queryWord,
          near: vocabularyOf(texts).filter((other) =>
            [queryWord.word, ...queryWord.joined].some((typed) => isTypoOf(typed, other)),
          ),
        }
      : queryWord,
  )

const searchable = new WeakMap<Passage, string>()

/** Returns the text of a passage as it is searched. Cached, because the texts stay in memory. */
const searchableOf = (passage: Passage): string => {
  const text = searchable.get(passage) ?? searchableText(passage.text)
  searchable.set(passage, text)
  return text
}

const hasAny = (text: string, queryWord: QueryWord): boolean =>
  hasWord(text, queryWord) || queryWord.phrases.some((phrase) => text.includes(phrase))

const textWord = /[\p{L}\p{N}\p{M}\u00ad'’‘ʼ`´]+/gu

/** Returns the position of the first hyphenated word that, written as one word, matches a word of the query. */
const firstJoinedIndex = (text: string, query: readonly QueryWord[]): number | undefined =>
  [...text.matchAll(hyphenatedWord)].find(([word]) => {
    const joined = joinWords(fold(word))
    return query.some((queryWord) => hasWord(` ${joined} ${stemOf(joined)} `, queryWord))
  })?.index

/** Returns the position of the first of these words or synonyms in a text. */
const firstIndex = (text: string, query: readonly QueryWord[]): number => {
  const found = [...text.matchAll(textWord)].map(({ 0: word, index }) => ({ index, folded: fold(word) }))
  const stems = found.map(({ folded }) => stemOf(folded))
  const startsAt = (position: number, phrase: string): boolean =>
    ` ${stems.slice(position, position + 6).join(' ')} `.startsWith(phrase)
  const first = found.find(({ folded }, position) =>
    query.some(
      (queryWord) =>
        hasWord(` ${folded} ${stems[position] ?? ''} `, queryWord) ||
        queryWord.phrases.some((phrase) => startsAt(position, phrase)),
    ),
  )
  const index = Math.min(first?.index ?? Infinity, firstJoinedIndex(text, query) ?? Infinity)
  return Number.isFinite(index) ? index : 0
}

/** Returns the part of a text around the first of these words. */
const excerptOf = (text: string, query: readonly QueryWord[]): string => {
  const from = Math.max(0, firstIndex(text, query) - excerptCharacters / 3)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = Math.min(text.length, start + excerptCharacters)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`
}

/** Counts the words of a query in a passage. Between equal counts, words themselves come before synonyms. */
const scoreOf = (text: string, words: readonly QueryWord[]): number => {
  const found = words.filter((word) => hasAny(text, word))
  return found.length + found.filter((word) => hasWord(text, word)).length / (words.length + 1)
}

/** Returns the files with every word, those with more of the words in one passage first. */
const filesWith = (texts: readonly FileText[], words: readonly QueryWord[]) =>
  texts
    .filter((file) => words.every((word) => containsWordOrSynonym(file.words, word)))
    .map((file) => {
      const scored = file.passages.map((passage) => ({
        passage,
        score: scoreOf(searchableOf(passage), words),
      }))
      const best = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
      return { name: file.name, best, top: best[0]?.score ?? 0 }
    })
    .filter(({ top }) => top > 0)
    .toSorted((a, b) => b.top - a.top || b.best.length - a.best.length)

/**
 * Searches the texts of files for every word of a query, in any order, with its other endings and synonyms. Accepts a
 * wrong letter in a word if nothing is found otherwise. Files with more of the words in one passage come first, then
 * those with the words themselves.
 */
export const searchTexts = (texts: readonly FileText[], query: string, limit: number): FoundTexts => {
  const typed = queryWordsIn(query)
  if (typed.length === 0) return { matches: [], total: 0, typos: false }
  const exact = filesWith(texts, typed)
  const words = exact.length > 0 ? typed : withTypos(typed, texts)
  const found = exact.length > 0 ? exact : filesWith(texts, words)
  const matches = found.slice(0, limit).map(({ name, best }) => ({
    name,
    passages: best
      .slice(0, maxPassages)
      .map(({ passage }) => ({ place: passage.place, text: excerptOf(passage.text, words) })),
  }))
  return { matches, total: found.length, typos: exact.length === 0 && found.length > 0 }
}
