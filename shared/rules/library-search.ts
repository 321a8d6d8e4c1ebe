import { searchMaxResults, searchMinCharacters } from '../values/limits.ts'

/** What a search looks at: the texts that a row of the library shows. */
export interface Searchable {
  readonly title: string
  readonly description: string
}

/** Words that mean the same in lettings. Whoever types one of a row finds them all. */
const meanings: readonly (readonly string[])[] = [
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

/** Does the text contain these words, and not just as a part of longer ones? */
const hasWords = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!isLetterOrDigit(text[at - 1]) && !isLetterOrDigit(text[at + words.length])) return true
  return false
}

/** The query in every way of saying it: `s21 notice` is `section 21 notice` too. */
const waysToSay = (query: string): string[] => {
  const ways = meanings.flatMap((words) => {
    const said = words.find((word) => hasWords(query, word))
    return said === undefined ? [] : words.map((word) => query.replace(said, word))
  })
  return [...new Set([query, ...ways])]
}

/** The texts of files in small letters: made once, not at every key. */
const lowered = new WeakMap<Searchable, readonly [string, string]>()

const textsOf = (file: Searchable): readonly [string, string] => {
  const texts = lowered.get(file) ?? ([file.title.toLowerCase(), file.description.toLowerCase()] as const)
  lowered.set(file, texts)
  return texts
}

/** Better hits have smaller numbers: words of the title, words of the description, any part of either. */
const rankOf = (file: Searchable, query: string, ways: readonly string[]) => {
  const texts = textsOf(file)
  const inWords = texts.findIndex((text) => ways.some((way) => hasWords(text, way)))
  if (inWords >= 0) return inWords
  return texts.some((text) => text.includes(query)) ? 2 : undefined
}

/**
 * The first hits for a search, best first and otherwise in the order given; none below two characters. Title
 * or description contain what was typed, or say the same in other words. Case does not matter.
 */
export const searchLibrary = <File extends Searchable>(files: readonly File[], typed: string): File[] => {
  const query = typed.trim().toLowerCase()
  if (query.length < searchMinCharacters) return []
  const ways = waysToSay(query)
  const ranks: [File[], File[], File[]] = [[], [], []]
  for (const file of files) {
    const rank = rankOf(file, query, ways)
    if (rank !== undefined) ranks[rank]?.push(file)
  }
  return ranks.flat().slice(0, searchMaxResults)
}
