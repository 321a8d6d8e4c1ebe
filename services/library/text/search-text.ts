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
  /** True if the files were found only because a wrong letter in a word was accepted. */
  readonly typos: boolean
  /** True if the files were found only because they have most of the words. */
  readonly partial: boolean
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

/** A file with the passages that have a word of a query, best first. */
interface RankedFile {
  readonly name: string
  readonly best: readonly { readonly passage: Passage }[]
  /** The score of the best passage. */
  readonly top: number
}

/** Files whose passages are prepared for searches. */
const prepared = new WeakSet<FileText>()

/** Called before the passages of a file are prepared, which is most of the work of a first search. May throw. */
type BeforePreparing = () => void

const rank = (file: FileText, words: readonly QueryWord[], beforePreparing: BeforePreparing): RankedFile => {
  if (!prepared.has(file)) beforePreparing()
  prepared.add(file)
  const { name, passages } = file
  const scored = passages.map((passage) => ({ passage, score: scoreOf(searchableOf(passage), words) }))
  const best = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  return { name, best, top: best[0]?.score ?? 0 }
}

/** The texts to search, and the number of files to rank. */
interface Search {
  readonly texts: readonly FileText[]
  readonly limit: number
  readonly beforePreparing: BeforePreparing
}

/** Returns the files with every word, those with more of the words in one passage first. */
const filesWith = ({ texts, beforePreparing }: Search, words: readonly QueryWord[]): RankedFile[] =>
  texts
    .filter((file) => words.every((word) => containsWordOrSynonym(file.words, word)))
    .map((file) => rank(file, words, beforePreparing))
    .filter(({ top }) => top > 0)
    .toSorted((a, b) => b.top - a.top || b.best.length - a.best.length)

/** Returns the files with half of the words, at least two, those with more or rarer words first. */
const filesWithHalf = (texts: readonly FileText[], words: readonly QueryWord[]): FileText[] => {
  const filesOf = words.map(
    (word) => new Set(texts.filter((file) => containsWordOrSynonym(file.words, word))),
  )
  return texts
    .map((file) => ({ file, having: filesOf.filter((files) => files.has(file)) }))
    .filter(({ having }) => having.length >= Math.max(2, words.length / 2))
    .map(({ file, having }) => ({
      file,
      weight: having.reduce((sum, { size }) => sum + Math.log(1 + texts.length / size), 0),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ file }) => file)
}

/** Searches for files with some of the words. A word that no file has counts as misspelt. */
const searchForHalf = ({ texts, limit, beforePreparing }: Search, typed: readonly QueryWord[]) => {
  const words = typed.flatMap((word) =>
    texts.some((file) => containsWordOrSynonym(file.words, word)) ? word : withTypos([word], texts),
  )
  const all = filesWithHalf(texts, words)
  const found = all.slice(0, limit).map((file) => rank(file, words, beforePreparing))
  return { found, total: all.length, words }
}

/** Searches for files with every word, then with a wrong letter in a word, then with some of the words. */
const findFiles = (search: Search, typed: readonly QueryWord[]) => {
  const exact = filesWith(search, typed)
  if (exact.length > 0)
    return { found: exact, total: exact.length, words: typed, typos: false, partial: false }
  const words = withTypos(typed, search.texts)
  const similar = filesWith(search, words)
  if (similar.length > 0) return { found: similar, total: similar.length, words, typos: true, partial: false }
  const some = searchForHalf(search, typed)
  return { ...some, typos: false, partial: some.total > 0 }
}

/**
 * Searches the texts of files for every word of a query, in any order, with its other endings and synonyms. Accepts a
 * wrong letter in a word if nothing is found otherwise, and then files with half of the words: a question often has a
 * word that its answer lacks. Files with more of the words in one passage come first, then those with the words
 * themselves.
 */
export const searchTexts = (
  texts: readonly FileText[],
  query: string,
  limit: number,
  beforePreparing: BeforePreparing = () => undefined,
): FoundTexts => {
  const typed = queryWordsIn(query)
  if (typed.length === 0) return { matches: [], total: 0, typos: false, partial: false }
  const { found, words, ...rest } = findFiles({ texts, limit, beforePreparing }, typed)
  const matches = found.slice(0, limit).map(({ name, best }) => ({
    name,
    passages: best
      .slice(0, maxPassages)
      .map(({ passage }) => ({ place: passage.place, text: excerptOf(passage.text, words) })),
  }))
  return { matches, ...rest }
}
