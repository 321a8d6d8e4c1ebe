import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { libraryFolder, originalName } from '#shared/values/library-path.ts'
import { daysLater } from '#shared/rules/london.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import type { CallResult } from '#web/lib/call.ts'
import { getLibrary } from '../api.ts'
import { canChange, type LibraryFile, libraryFileOf } from './library-files.ts'

/** A file or video with what it states about the law. */
export interface FactsOfItem {
  /** The path of a file, or the id of a video. */
  readonly item: string
  readonly title: string
  readonly facts: LibraryFacts | null
}

/** A file or video of the library. */
export interface LibraryItem {
  /** Undefined for a video, and for a file of an unknown kind. */
  readonly file: LibraryFile | undefined
  /** Undefined for a file that no operation accepts. */
  readonly facts: FactsOfItem | undefined
}

const itemOf = (file: CallResult<'get-library'>['files'][number]): LibraryItem => {
  const { name, title, facts } = file
  const item = libraryFolder + name
  return {
    file: libraryFileOf(file),
    facts: canChange(item) ? { item, title: title ?? originalName(name), facts } : undefined,
  }
}

/** Returns every file and video of the library, with one request. Throws `CallError`. */
export const loadLibraryItems = async (): Promise<readonly LibraryItem[]> => {
  const { files, videos } = await getLibrary()
  return [
    ...files.map(itemOf),
    ...videos.map(({ id, title, url, facts }) => ({
      file: undefined,
      facts: { item: id, title: title ?? url, facts },
    })),
  ]
}

/**
 * Returns the current facts of a file or video. Null without facts, or if it was deleted. Throws `CallError`.
 */
export const loadFactsOf = async (item: string): Promise<LibraryFacts | null> =>
  (await loadLibraryItems()).find(({ facts }) => facts?.item === item)?.facts?.facts ?? null

/**
 * Returns the items whose review is overdue or due within 30 days, the longest overdue first. Items without facts come
 * last: they have no review date yet.
 */
export const dueItems = (items: readonly FactsOfItem[], today: string): FactsOfItem[] => {
  const soon = daysLater(today, 30)
  const reviewBy = ({ facts }: FactsOfItem) => facts?.reviewBy ?? '9999'
  return items
    .filter(({ facts }) => facts === null || facts.reviewBy <= soon)
    .toSorted((a, b) => compareCodeUnits(reviewBy(a), reviewBy(b)))
}
