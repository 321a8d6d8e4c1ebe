import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { libraryFolder, originalName } from '#shared/values/library-path.ts'
import { compareCodeUnits } from '#shared/rules/order.ts'
import { getLibrary } from '../api.ts'
import { canChange } from './library-files.ts'

/** A file or video with what it states about the law. */
export interface FactsOfItem {
  /** The path of a file, or the id of a video. */
  readonly item: string
  readonly title: string
  readonly facts: LibraryFacts | null
}

/** Returns the facts of every file and video that an admin can change. Throws `CallError`. */
export const loadFacts = async (): Promise<readonly FactsOfItem[]> => {
  const { files, videos } = await getLibrary()
  return [
    ...files
      .map(({ name, title, facts }) => ({
        item: libraryFolder + name,
        title: title ?? originalName(name),
        facts,
      }))
      .filter(({ item }) => canChange(item)),
    ...videos.map(({ id, title, url, facts }) => ({ item: id, title: title ?? url, facts })),
  ]
}

/**
 * Returns the current facts of a file or video. Null without facts, or if it was deleted. Throws `CallError`.
 */
export const loadFactsOf = async (item: string): Promise<LibraryFacts | null> =>
  (await loadFacts()).find((known) => known.item === item)?.facts ?? null

/**
 * Returns the items whose review is overdue or due within 30 days, the longest overdue first. Items without facts come
 * last: they have no review date yet.
 */
export const dueItems = (items: readonly FactsOfItem[], today: string): FactsOfItem[] => {
  const soon = new Date(Date.parse(today) + 30 * 24 * 3_600_000).toISOString().slice(0, 10)
  const reviewBy = ({ facts }: FactsOfItem) => facts?.reviewBy ?? '9999'
  return items
    .filter(({ facts }) => facts === null || facts.reviewBy <= soon)
    .toSorted((a, b) => compareCodeUnits(reviewBy(a), reviewBy(b)))
}
