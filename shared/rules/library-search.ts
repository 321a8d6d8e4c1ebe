import MiniSearch, { type Query } from 'minisearch'
import { searchMaxResults, searchMinCharacters } from '../values/limits.ts'
import { fold } from './fold.ts'
import {
  acceptsPrefix,
  acceptsTypo,
  indexWords,
  isTypoOf,
  queryTerms,
  type QueryTerm,
  stemOf,
  swappedLetters,
  synonymTokensIn,
} from './search-words.ts'

/** The texts of a library item that a search reads. */
export interface Searchable {
  readonly title: string
  readonly description: string
}

interface IndexedTexts {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly synonyms: string
}

const fields = ['title', 'description', 'synonyms']
const boost = { title: 3, description: 1, synonyms: 0.7 }

interface Index {
  readonly words: MiniSearch<IndexedTexts>
  /** Folded title and description of each item, to find parts of words. */
  readonly texts: string[]
}

/** The synonyms are tokens already. */
const tokenize = (text: string, field?: string): string[] =>
  field === 'synonyms' ? text.split(' ') : indexWords(text)

const emptyIndex = (): Index => ({
  words: new MiniSearch<IndexedTexts>({ fields, tokenize, processTerm: (word) => word }),
  texts: [],
})

/** Adds the next items of a list. */
const addItems = ({ words, texts }: Index, items: readonly Searchable[]): void => {
  for (const { title, description } of items) {
    const text = `${title} ${description}`
    words.add({ id: texts.length, title, description, synonyms: synonymTokensIn(text).join(' ') })
    texts.push(fold(text))
  }
}

/** The index of each list of items. Cached, so that it is not built on every key press. */
const indexes = new WeakMap<readonly Searchable[], Index>()

const cachedIndexOf = (items: readonly Searchable[]): Index => {
  const known = indexes.get(items)
  if (known !== undefined) return known
  const index = emptyIndex()
  addItems(index, items)
  indexes.set(items, index)
  return index
}

/** Items that are indexed without a pause. They take a slow phone about 20 ms. */
const itemsAtOnce = 50

const indexInSteps = async (items: readonly Searchable[]): Promise<void> => {
  const index = emptyIndex()
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    addItems(index, items.slice(from, from + itemsAtOnce))
    await new Promise((resolve) => setTimeout(resolve))
  }
  indexes.set(items, index)
}

const preparations = new WeakMap<readonly Searchable[], Promise<void>>()

/**
 * Builds the index of a list in steps, so that the page stays responsive. Without this call, the first search builds it at
 * once.
 */
export const prepareSearch = (items: readonly Searchable[]): Promise<void> => {
  const preparation = preparations.get(items) ?? indexInSteps(items)
  preparations.set(items, preparation)
  return preparation
}

/**
 * Returns the query of the index for these words. An item must contain each of them, in any order: the word itself, a
 * word that begins with it, its stem, a synonym of its phrase or, with `typos`, a word that differs by one letter or two
 * swapped letters.
 */
const queryOf = (terms: readonly QueryTerm[], typos: boolean): Query => ({
  combineWith: 'AND',
  queries: terms.map(({ word, joined, tokens }) => ({
    combineWith: 'OR',
    queries: [
      {
        queries: [word, ...joined],
        prefix: acceptsPrefix(word),
        fuzzy: typos && acceptsTypo(word) ? 1 : false,
      },
      { queries: typos && acceptsTypo(word) ? swappedLetters(word) : [] },
      { queries: [...[word, ...joined].map(stemOf), ...tokens] },
    ],
  })),
})

/**
 * Returns whether an item has a word of the query: the word itself, one that begins with it, its stem, a synonym or a
 * similar word.
 */
const matchesTerm = (terms: readonly string[], { word, joined, tokens }: QueryTerm): boolean =>
  terms.some(
    (term) =>
      tokens.includes(term) ||
      [word, ...joined].some(
        (typed) => term.startsWith(typed) || term === stemOf(typed) || isTypoOf(typed, term),
      ),
  )

const options = { boost, tokenize: (word: string) => [word], processTerm: (word: string) => word }

/** Returns the positions of the items that match, best first. Items with the query as a part of a word come last. */
const matchesOf = ({ words, texts }: Index, typed: string, typos: boolean): number[] => {
  const wanted = queryTerms(typed)
  const found = words
    .search(queryOf(wanted, typos), options)
    .filter(({ terms }) => !typos || wanted.every((term) => matchesTerm(terms, term)))
    .map(({ id }) => Number(id))
  const seen = new Set(found)
  const query = fold(typed)
  return [...found, ...texts.flatMap((text, id) => (!seen.has(id) && text.includes(query) ? [id] : []))]
}

export interface Found<Item> {
  /** The best ten, best first. */
  readonly hits: readonly Item[]
  /** Number of matching items. */
  readonly total: number
  /** True if the items were found only because a wrong letter in a word was accepted. */
  readonly typos: boolean
}

/**
 * Searches titles and descriptions for items with every word of the query or a synonym of it. Accepts a wrong letter in
 * a word if nothing is found otherwise. Finds nothing for fewer than two characters.
 *
 * @param items indexed once: pass the same list again while it has not changed
 */
export const searchLibrary = <Item extends Searchable>(
  items: readonly Item[],
  typed: string,
): Found<Item> => {
  if (typed.trim().length < searchMinCharacters || fold(typed) === '')
    return { hits: [], total: 0, typos: false }
  const index = cachedIndexOf(items)
  const exact = matchesOf(index, typed, false)
  const typos = exact.length === 0
  const ids = typos ? matchesOf(index, typed, true) : exact
  const all = ids.flatMap((id) => items[id] ?? [])
  return { hits: all.slice(0, searchMaxResults), total: all.length, typos: typos && all.length > 0 }
}
