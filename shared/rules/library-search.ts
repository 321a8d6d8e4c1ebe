import { searchMaxResults, searchMinCharacters } from '../values/limits.ts'

/** The texts of a library file that a search looks at. */
export interface Searchable {
  readonly title: string
  readonly description: string
}

/** Synonyms in lettings. A search for one finds the others. */
const synonyms: readonly (readonly string[])[] = [
  ['s8', 'section 8', 'sec 8'],
  ['s13', 'section 13', 'sec 13'],
  ['s21', 'section 21', 'sec 21'],
  ['s48', 'section 48', 'sec 48'],
  ['hmo', 'house in multiple occupation', 'houses in multiple occupation'],
  ['r2r', 'rent2rent', 'rent to rent', 'rent-to-rent'],
  ['ast', 'assured shorthold'],
  ['epc', 'energy performance'],
  ['eicr', 'electrical installation condition', 'electrical safety'],
  ['cp12', 'gas safety'],
  ['rra', 'renters rights', "renters' rights"],
  ['rtr', 'right to rent'],
  ['tds', 'tenancy deposit', 'deposit scheme'],
]

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Checks whether the text contains these words as whole words. */
const hasWords = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!isLetterOrDigit(text[at - 1]) && !isLetterOrDigit(text[at + words.length])) return true
  return false
}

/** Returns the query and its variants with synonyms: `s21 notice` → `section 21 notice`. */
const variantsOf = (query: string): string[] => {
  const variants = synonyms.flatMap((words) => {
    const used = words.find((word) => hasWords(query, word))
    return used === undefined ? [] : words.map((word) => query.replace(used, word))
  })
  return [...new Set([query, ...variants])]
}

/** Lower-case texts of files, cached so that they are not computed at every key press. */
const lowerCaseTexts = new WeakMap<Searchable, readonly [string, string]>()

const textsOf = (file: Searchable): readonly [string, string] => {
  const texts =
    lowerCaseTexts.get(file) ?? ([file.title.toLowerCase(), file.description.toLowerCase()] as const)
  lowerCaseTexts.set(file, texts)
  return texts
}

/** Ranks a hit: 0 for whole words in the title, 1 in the description, 2 for any part of either. */
const rankOf = (file: Searchable, query: string, variants: readonly string[]) => {
  const texts = textsOf(file)
  const inWords = texts.findIndex((text) => variants.some((variant) => hasWords(text, variant)))
  if (inWords >= 0) return inWords
  return texts.some((text) => text.includes(query)) ? 2 : undefined
}

/**
 * Searches title and description for the query or its synonyms, ignoring case. Returns at most ten hits, best first,
 * and none for fewer than two characters.
 */
export const searchLibrary = <File extends Searchable>(files: readonly File[], typed: string): File[] => {
  const query = typed.trim().toLowerCase()
  if (query.length < searchMinCharacters) return []
  const variants = variantsOf(query)
  const ranks: [File[], File[], File[]] = [[], [], []]
  for (const file of files) {
    const rank = rankOf(file, query, variants)
    if (rank !== undefined) ranks[rank]?.push(file)
  }
  return ranks.flat().slice(0, searchMaxResults)
}
