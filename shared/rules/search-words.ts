import { stemmer } from 'stemmer'
import { searchSynonyms } from '../values/search-synonyms.ts'
import { fold, hyphenatedWords, joinedWords, joinWords } from './fold.ts'

/**
 * Words that say nothing about the subject of a text, also as parts of a question such as "how much notice do I have to
 * give". A search ignores them beside others. Apostrophes are left out, as in `cant`.
 */
const stopWords = new Set(
  (
    'a about am an and any are as at be been by can cant could did do does dont for from get had has have her his how ' +
    'i if in is it its long many me much must my need needs not of often on or our shall should so still than that ' +
    'the their them there these they this to under us want was we were what when where which who will with wont would ' +
    'you your'
  ).split(' '),
)

const stems = new Map<string, string>()

/**
 * Returns a word without its ending: `tenancies` and `tenancy` are the same. Keeps words of fewer than three letters,
 * or with characters other than a to z.
 */
export const stemOf = (word: string): string => {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = /^[a-z]{3,}$/.test(word) ? stemmer(word) : word
  stems.set(word, stem)
  return stem
}

const stemmed = (folded: string): string => ` ${folded.split(' ').map(stemOf).join(' ')} `

/**
 * Returns the token of a phrase of stems. It begins with an underscore, so that no word of a query can match its
 * beginning.
 */
const tokenOf = (phrase: string): string => `_${phrase.trim().replaceAll(' ', '_')}`

const tokensOf = (folded: string): string[] =>
  folded.includes(' ') ? [tokenOf(stemmed(folded))] : [folded, stemOf(folded)]

const prepare = () =>
  searchSynonyms.map((phrases) => ({
    folded: phrases.map(fold),
    phrases: phrases.map((phrase) => stemmed(fold(phrase))),
    tokens: phrases.flatMap((phrase) => tokensOf(fold(phrase))),
  }))

let prepared: ReturnType<typeof prepare> | undefined

/** Returns the synonyms with their stems. Prepared once, on the first search, because it takes 2 ms of a cold start. */
const groups = () => (prepared ??= prepare())

const groupsIn = (text: string) => {
  const words = stemmed(fold(text))
  return groups().filter(({ phrases }) => phrases.some((phrase) => words.includes(phrase)))
}

/**
 * Returns the synonyms of the words and phrases in a text for an index: words, their stems, and a token for each phrase
 * of several words, so that a single one of them does not match.
 */
export const synonymTokensIn = (text: string): string[] => [
  ...new Set(groupsIn(text).flatMap(({ tokens }) => tokens)),
]

/** A word of a query. */
export interface QueryTerm {
  readonly word: string
  /** The hyphenated words that contain it, each as one: `checkin` for `check` in `check-in`. */
  readonly joined: readonly string[]
  /** Tokens of the phrases of several words that contain it and have synonyms. */
  readonly tokens: readonly string[]
  /** Synonyms of the word, or of a phrase of the query that contains it: stems between two spaces. */
  readonly phrases: readonly string[]
}

/** Returns the words of a text for an index: folded words, their stems, and hyphenated words as one. */
export const indexWords = (text: string): string[] => {
  const words = [...fold(text).split(' '), ...joinedWords(text)]
  return [...new Set(words.flatMap((word) => [word, stemOf(word)]))].filter((word) => word !== '')
}

/**
 * Returns a text in which words, stems, phrases of stems and hyphenated words as one, with their stems, can be found
 * between two spaces.
 */
export const searchableText = (text: string): string => {
  const folded = fold(text)
  const joined = joinedWords(text).join(' ')
  return ` ${folded} |${stemmed(folded)}| ${joined} |${stemmed(joined)}`
}

/**
 * Returns the words that a text must have to match a search. Ignores words such as "the" unless there are no others.
 */
export const queryWords = (query: string): string[] => {
  const words = fold(query)
    .split(' ')
    .filter((word) => word !== '')
  const significant = words.filter((word) => !stopWords.has(word))
  return [...new Set(significant.length > 0 ? significant : words)]
}

/** A phrase of a query that has synonyms. All phrases are stems between two spaces. */
interface QueryPhrase {
  /** The phrase as typed. */
  readonly typed: string
  readonly phrase: string
  /** All phrases of its group of synonyms, which includes this one. */
  readonly phrases: readonly string[]
}

/**
 * Returns the end of a folded query that is a phrase whose last word is unfinished: `gas safet`. Returns undefined if
 * the query has no such end.
 */
const unfinishedIn = (query: string, phrase: string): string | undefined => {
  const words = phrase.split(' ')
  const typed = query.split(' ').slice(-words.length)
  const [last = '', lastTyped = ''] = [words.at(-1), typed.at(-1)]
  const wanted = [...words.slice(0, -1), lastTyped]
  return acceptsPrefix(lastTyped) &&
    last.startsWith(lastTyped) &&
    stemmed(typed.join(' ')) === stemmed(wanted.join(' '))
    ? stemmed(typed.join(' '))
    : undefined
}

/** Returns the phrases of a query that have synonyms. The last word may be unfinished. */
const queryPhrases = (query: string): QueryPhrase[] => {
  const folded = fold(query)
  const words = stemmed(folded)
  return groups().flatMap((group) =>
    group.phrases.flatMap((phrase, index) => {
      const typed = words.includes(phrase) ? phrase : unfinishedIn(folded, group.folded[index] ?? '')
      return typed === undefined ? [] : { typed, phrase, phrases: group.phrases }
    }),
  )
}

/** Returns the words that a text must have to match a search, each with the synonyms of the phrases that contain it. */
export const queryTerms = (query: string): QueryTerm[] => {
  const inQuery = queryPhrases(query)
  const hyphenated = hyphenatedWords(query)
  return queryWords(query).map((word) => {
    const ofWord = inQuery.filter(({ typed }) => typed.includes(` ${stemOf(word)} `))
    return {
      word,
      joined: hyphenated.filter((words) => words.split(' ').includes(word)).map(joinWords),
      tokens: ofWord.filter(({ phrase }) => /\S \S/.test(phrase)).map(({ phrase }) => tokenOf(phrase)),
      phrases: ofWord.flatMap(({ phrases }) => phrases),
    }
  })
}

/** Letters of the shortest words in which a typo is accepted. */
const shortestTypo = 4

/** Returns whether a typo of one letter is accepted in a word. Short words and numbers have too many neighbours. */
export const acceptsTypo = (word: string): boolean => word.length >= shortestTypo && !/\d/.test(word)

/** Returns a word with each two neighbouring letters swapped in turn. */
export const swappedLetters = (word: string): string[] =>
  Array.from(word.slice(1), (letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2))

/**
 * Returns whether one letter of a word has to be added, left out or replaced, or two neighbours swapped, to get the
 * other.
 */
const isNear = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [rest, otherRest] = [a.slice(start), b.slice(start)]
  return (
    [rest.slice(1), rest].includes(otherRest.slice(1)) ||
    rest.slice(1) === otherRest ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}

/**
 * Returns whether a typed word may be a misspelling of a word of a text. The first letter of a short word counts as
 * typed correctly.
 */
export const isTypoOf = (typed: string, word: string): boolean =>
  acceptsTypo(typed) && isNear(typed, word) && (typed.length > shortestTypo || typed[0] === word[0])

/** Returns whether a word may be the start of another. A number may not: section 21 is not section 210. */
export const acceptsPrefix = (word: string): boolean => !/\d/.test(word)
