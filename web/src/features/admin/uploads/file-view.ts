import { fold, joinedWords } from '#shared/rules/fold.ts'
import { lawCountries } from '#shared/values/library-facts.ts'
import { typeNameOf } from '#shared/values/file-types.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import type { FactsOfItem } from './library-facts.ts'
import type { LibraryFile } from './library-files.ts'

export const sortings = ['newest', 'oldest', 'name', 'review'] as const
export type Sorting = (typeof sortings)[number]

/** Filters of the country. `none` finds files without facts. */
export const countryFilters = [...lawCountries, 'none'] as const

/** The admin's search, filters and order. An empty text or filter finds everything. */
export interface FileView {
  readonly text: string
  readonly sorting: Sorting
  readonly type: string
  readonly country: string
}

type FactsByItem = ReadonlyMap<string, FactsOfItem>

const nameOf = ({ title, fileName }: LibraryFile): string => title ?? fileName

/** The folded texts of files. Folding those of 5,000 files takes a phone longer than filtering them. */
const searchTexts = new WeakMap<LibraryFile, string>()

const searchTextOf = (file: LibraryFile): string => {
  const known = searchTexts.get(file)
  if (known !== undefined) return known
  const text = `${nameOf(file)} ${file.fileName} ${file.description ?? ''}`
  const folded = [fold(text), ...joinedWords(text)].join(' ')
  searchTexts.set(file, folded)
  return folded
}
const byName = (a: LibraryFile, b: LibraryFile) => nameOf(a).localeCompare(nameOf(b), 'en-GB')

const comparisons = (
  facts: FactsByItem,
): Readonly<Record<Sorting, (a: LibraryFile, b: LibraryFile) => number>> => {
  // Files without a review date come last.
  const reviewOf = ({ path }: LibraryFile) => facts.get(path)?.facts?.reviewBy ?? '9999'
  return {
    newest: (a, b) => b.addedAt - a.addedAt || byName(a, b),
    oldest: (a, b) => a.addedAt - b.addedAt || byName(a, b),
    name: byName,
    review: (a, b) => compareCodeUnits(reviewOf(a), reviewOf(b)) || byName(a, b),
  }
}

/** Returns the view without a type that no file has. */
export const usableView = (view: FileView, files: readonly LibraryFile[]): FileView => ({
  ...view,
  type: typesOf(files).includes(view.type) ? view.type : '',
})

/**
 * Returns the files that match the view, in its order. Their texts contain every word of the search, in any order.
 * Accents, hyphens and signs do not matter.
 */
export const filesIn = (files: readonly LibraryFile[], facts: FactsByItem, view: FileView): LibraryFile[] => {
  const words = fold(view.text).split(' ')
  return files
    .filter(
      (file) =>
        words.every((word) => searchTextOf(file).includes(word)) &&
        (view.type === '' || typeNameOf(file.fileName) === view.type) &&
        (view.country === '' || (facts.get(file.path)?.facts?.country ?? 'none') === view.country),
    )
    .toSorted(comparisons(facts)[view.sorting])
}

/** Returns the names of the types that the files have, for the filter. */
export const typesOf = (files: readonly LibraryFile[]): string[] =>
  [...new Set(files.map(({ fileName }) => typeNameOf(fileName)))].toSorted()
