import { DateTime } from 'luxon'
import { parseItem } from '#platform/parse-each.ts'
import type { EmailContentOf } from '#shared/contract/email.ts'
import { londonMonthOf } from '#shared/rules/numbers.ts'
import { countryNames } from '#shared/values/library-facts.ts'
import { libraryFolder, originalName } from '#shared/values/library-path.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { factsRepository } from './facts.repository.ts'
import { changeRecord } from './library-change.ts'
import { libraryRepository } from './library.repository.ts'
import { mediaRepository } from './media.repository.ts'
import { titleRepository } from './title.repository.ts'

type ChangedItem = EmailContentOf<'library-news'>['items'][number]

interface LibraryEntry {
  readonly id: string
  readonly title: string
  readonly createdAt: string
  /** A video that was deleted and added again has the same id, with the changes of the earlier one. */
  readonly isVideo: boolean
}

const entriesOf = async (table: Table): Promise<LibraryEntry[]> => {
  const library = libraryRepository(table)
  const [files, titles, videos] = await Promise.all([
    library.listFiles(),
    titleRepository(table).listAll(),
    mediaRepository(table).list({ includeInactive: false }),
  ])
  return [
    ...files.map(({ name, created_at }) => ({
      id: libraryFolder + name,
      title: titles.get(libraryFolder + name)?.title ?? originalName(name),
      createdAt: created_at,
      isVideo: false,
    })),
    ...videos.map(({ id, title, created_at }) => ({
      id,
      title: title ?? 'Untitled video',
      createdAt: created_at,
      isVideo: true,
    })),
  ]
}

interface MonthOfItem {
  /** True if an admin stated what changed. */
  readonly isStated: boolean
  readonly isReplaced: boolean
}

/** Returns the changes of each item in a month, by item. */
const changesOf = async (table: Table, month: string): Promise<ReadonlyMap<string, MonthOfItem>> => {
  // The keys contain times in UTC, in which a month of London can begin a day earlier.
  const first = DateTime.fromISO(month, { zone: 'utc' })
  const keyOf = (day: DateTime) => keys.libraryChange(day.toFormat('yyyy-MM-dd'), '')
  const { pk, sk: from } = keyOf(first.minus({ days: 1 }))
  const { sk: to } = keyOf(first.plus({ months: 1, days: 1 }))
  const changes = (await table.listBetween(pk, from, to)).map((item) => parseItem(changeRecord, item))
  const byItem = new Map<string, MonthOfItem>()
  for (const { item, at, what_changed, law_as_at } of changes) {
    if (londonMonthOf(new Date(at)) !== month) continue
    const before = byItem.get(item) ?? { isStated: false, isReplaced: false }
    // A change of facts without a new sentence is left out. Only a replacement states no date of the law.
    byItem.set(item, {
      isStated: before.isStated || what_changed !== null,
      isReplaced: before.isReplaced || (what_changed === null && law_as_at === null),
    })
  }
  return byItem
}

/** Returns the sentence about an item. A sentence that was corrected or removed since then is not sent again. */
const sentenceAbout = (change: MonthOfItem | undefined, current: string | null | undefined) => {
  if (change?.isStated && typeof current === 'string') return current
  return change?.isReplaced ? 'The file was replaced.' : undefined
}

/** Lists what was added to the library or changed in it in a month in London, in order of title. */
export const readMonthlyChanges = async (table: Table, month: string): Promise<ChangedItem[]> => {
  const [entries, facts, changes] = await Promise.all([
    entriesOf(table),
    factsRepository(table).listAll(),
    changesOf(table, month),
  ])
  const addedIn = ({ createdAt }: LibraryEntry) => londonMonthOf(new Date(createdAt))
  return entries
    .flatMap((entry) => {
      if (entry.isVideo && addedIn(entry) > month) return []
      const sentence =
        addedIn(entry) === month
          ? 'New in the library.'
          : sentenceAbout(changes.get(entry.id), facts.get(entry.id)?.whatChanged)
      if (sentence === undefined) return []
      const country = facts.get(entry.id)?.country
      return { title: entry.title, country: country === undefined ? null : countryNames[country], sentence }
    })
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en-GB'))
}
