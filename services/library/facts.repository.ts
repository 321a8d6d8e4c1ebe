import * as z from 'zod/mini'
import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { lawCountries, libraryTopics } from '#shared/values/library-facts.ts'
import { libraryFolder } from '#shared/values/library-path.ts'
import { factsPrefix, type Key, keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put } from '#platform/table/write.ts'
import { type Actor, libraryAudit } from './library-audit.ts'
import { changeRecord, libraryChange } from './library-change.ts'

const factsRecord = z.object({
  entity: z.literal('library_facts'),
  item: z.string(),
  country: z.enum(lawCountries),
  topic: z.nullable(z.enum(libraryTopics)),
  law_as_at: z.string(),
  review_by: z.string(),
  what_changed: z.nullable(z.string()),
})

const factsOf = (record: z.infer<typeof factsRecord>): LibraryFacts => ({
  country: record.country,
  topic: record.topic,
  lawAsAt: record.law_as_at,
  reviewBy: record.review_by,
  whatChanged: record.what_changed,
})

const maxChanges = 50

const isFile = (item: string): boolean => item.startsWith(libraryFolder)

/** The key of the file or video itself. */
const itemKey = (item: string): Key =>
  isFile(item) ? keys.libraryFile(item.slice(libraryFolder.length)) : keys.mediaLink(item)

const areEqual = (a: LibraryFacts, b: LibraryFacts): boolean =>
  a.country === b.country &&
  a.topic === b.topic &&
  a.lawAsAt === b.lawAsAt &&
  a.reviewBy === b.reviewBy &&
  a.whatChanged === b.whatChanged

/** Stores the facts that each file and video states about the law. An item is a file's path or a video's id. */
export const factsRepository = (table: Table) => ({
  /** Returns the facts of every item that has some, by item. */
  async listAll(): Promise<ReadonlyMap<string, LibraryFacts>> {
    const items = await table.list(keys.libraryFacts('').pk, factsPrefix)
    return new Map(
      items.map((item) => {
        const record = factsRecord.parse(item)
        return [record.item, factsOf(record)]
      }),
    )
  },

  /**
   * Saves the facts of an item and adds the change to its history. Does nothing if they are the same as before, so a
   * repeated request adds no second change. Returns whether the library has the item.
   */
  async save(item: string, facts: LibraryFacts, actor: Actor): Promise<boolean> {
    const saved = await table.find(keys.libraryFacts(item), factsRecord)
    if (saved && areEqual(factsOf(saved), facts)) return true
    const { failedCondition } = await table.transact(
      check(itemKey(item), { onlyIf: 'attribute_exists(pk)', otherwise: 'unknown_item' }),
      put(keys.libraryFacts(item), {
        entity: 'library_facts',
        item,
        country: facts.country,
        topic: facts.topic,
        law_as_at: facts.lawAsAt,
        review_by: facts.reviewBy,
        what_changed: facts.whatChanged,
      }),
      libraryChange(item, facts, actor.now),
      libraryAudit('facts-saved', isFile(item) ? item.slice(libraryFolder.length) : item, actor),
    )
    return failedCondition === undefined
  },

  /** Lists the last changes of an item, newest first. */
  async listChanges(item: string) {
    const options = { limit: maxChanges, backwards: true }
    const items = await table.listByIndex(keys.libraryChangesOf(item, '').gsi1pk, options)
    return items.map((change) => changeRecord.parse(change))
  },
})

export type FactsRepository = ReturnType<typeof factsRepository>
