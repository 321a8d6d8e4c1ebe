import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import type { LibraryFacts, ListedFacts } from '#shared/contract/library-facts.ts'
import { lawCountries, libraryTopics } from '#shared/values/library-facts.ts'
import { libraryFolder } from '#shared/values/library-path.ts'
import { factsPrefix, type Key, keys } from '#platform/table/keys.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put, type Write } from '#platform/table/write.ts'
import type { Actor } from '#platform/table/audit.ts'
import { libraryAuditWrite } from './library-audit.ts'
import { changeRecord, libraryChangeWrite } from './library-change.ts'
import { nameOf } from './paths.ts'

const factsRecord = z.object({
  entity: z.literal('library_facts'),
  item: z.string(),
  country: z.enum(lawCountries),
  topic: z.nullable(z.enum(libraryTopics)),
  law_as_at: z.string(),
  review_by: z.string(),
  what_changed: z.nullable(z.string()),
  /** Time of the sentence. Facts from before it was stored have none. */
  what_changed_at: z.optional(z.nullable(z.string())),
})

type FactsRecord = z.infer<typeof factsRecord>

const factsOf = (record: FactsRecord): LibraryFacts => ({
  country: record.country,
  topic: record.topic,
  lawAsAt: record.law_as_at,
  reviewBy: record.review_by,
  whatChanged: record.what_changed,
})

/** Reason why facts were not saved. */
export type FactsRejection = 'unknown_item' | 'incomplete' | 'review_too_early' | 'changed_meanwhile'

/** Facts to save. A field that is undefined keeps its value. */
type FactsChange = { readonly [Field in keyof LibraryFacts]?: LibraryFacts[Field] | undefined }

/** Returns the facts after a change. Undefined if a required one is missing. */
const changedFacts = (before: LibraryFacts | undefined, change: FactsChange): LibraryFacts | undefined => {
  const country = change.country ?? before?.country
  const lawAsAt = change.lawAsAt ?? before?.lawAsAt
  const reviewBy = change.reviewBy ?? before?.reviewBy
  if (country === undefined || lawAsAt === undefined || reviewBy === undefined) return undefined
  const { topic = before?.topic ?? null, whatChanged = before?.whatChanged ?? null } = change
  return { country, topic, lawAsAt, reviewBy, whatChanged }
}

const fields = ['country', 'topic', 'lawAsAt', 'reviewBy', 'whatChanged'] as const

/** Returns whether a field to save has neither the value that the admin saw nor the value to save. */
const hasConflict = (
  before: LibraryFacts | undefined,
  change: FactsChange,
  seen: LibraryFacts | null,
): boolean =>
  fields.some((field) => {
    const [saved, requested] = [before?.[field] ?? null, change[field]]
    return requested !== undefined && saved !== (seen?.[field] ?? null) && saved !== requested
  })

const maxChanges = 50

const isFile = (item: string): boolean => item.startsWith(libraryFolder)

/** The key of the file or video itself. */
const itemKey = (item: string): Key => (isFile(item) ? keys.libraryFile(nameOf(item)) : keys.mediaLink(item))

const hasItem = async (table: Table, item: string): Promise<boolean> =>
  (await table.find(itemKey(item), z.object({ entity: z.string() }))) !== undefined

const areEqual = (a: LibraryFacts, b: LibraryFacts): boolean => fields.every((field) => a[field] === b[field])

/** Returns the facts to save, or why they cannot be saved. */
const factsToSave = (
  before: LibraryFacts | undefined,
  change: FactsChange,
  seen: LibraryFacts | null | undefined,
): LibraryFacts | FactsRejection => {
  if (seen !== undefined && hasConflict(before, change, seen)) return 'changed_meanwhile'
  const facts = changedFacts(before, change)
  if (facts === undefined) return 'incomplete'
  return facts.reviewBy <= facts.lawAsAt ? 'review_too_early' : facts
}

/** Returns the write that saves changed facts. It fails if the saved facts have changed since they were read. */
const factsWrite = (
  item: string,
  facts: LibraryFacts,
  before: FactsRecord | undefined,
  now: Date,
): Write<'stale'> => {
  const isNewSentence = facts.whatChanged !== (before?.what_changed ?? null)
  const sentenceAt = facts.whatChanged === null ? null : now.toISOString()
  const saved = before && {
    ':country': before.country,
    ':topic': before.topic,
    ':lawAsAt': before.law_as_at,
    ':reviewBy': before.review_by,
    ':whatChanged': before.what_changed,
  }
  return put(
    keys.libraryFacts(item),
    {
      entity: 'library_facts',
      item,
      country: facts.country,
      topic: facts.topic,
      law_as_at: facts.lawAsAt,
      review_by: facts.reviewBy,
      what_changed: facts.whatChanged,
      what_changed_at: isNewSentence ? sentenceAt : (before?.what_changed_at ?? null),
    },
    {
      otherwise: 'stale',
      ...(saved === undefined
        ? { onlyIf: 'attribute_not_exists(pk)' }
        : {
            onlyIf:
              '#country = :country AND #topic = :topic AND law_as_at = :lawAsAt AND review_by = :reviewBy AND what_changed = :whatChanged',
            names: { '#country': 'country', '#topic': 'topic' },
            values: saved,
          }),
    },
  )
}

/** Stores the facts that each file and video states about the law. An item is a file's path or a video's id. */
export const factsRepository = (table: Table) => ({
  /** Returns the facts of every item that has some, by item. */
  async listAll(): Promise<ReadonlyMap<string, ListedFacts>> {
    const items = await table.list(keys.libraryFacts('').pk, factsPrefix)
    return new Map(
      items.map((item) => {
        const record = parseItem(factsRecord, item)
        return [record.item, { ...factsOf(record), whatChangedAt: record.what_changed_at ?? null }]
      }),
    )
  },

  /**
   * Changes the facts of an item and adds the change to its history, with its sentence only if this is a new one. Does
   * nothing if the facts stay the same, so a repeated request adds no second change. Keeps what another admin changed
   * in the meantime in other fields.
   *
   * @param seen the facts that the admin saw, or null if there were none. Undefined overwrites other values.
   * @returns the saved facts, or why nothing was saved
   */
  save(
    item: string,
    change: FactsChange,
    actor: Actor,
    seen?: LibraryFacts | null,
  ): Promise<LibraryFacts | FactsRejection> {
    return retryOnConflict('the facts of a library item', async () => {
      const saved = await table.find(keys.libraryFacts(item), factsRecord)
      const before = saved && factsOf(saved)
      const facts = factsToSave(before, change, seen)
      // A deleted item has no facts, so any change would conflict with those that the admin saw, or be incomplete.
      if (typeof facts === 'string') return (await hasItem(table, item)) ? facts : 'unknown_item'
      if (before && areEqual(before, facts)) return facts
      const sentence = facts.whatChanged === before?.whatChanged ? null : facts.whatChanged
      const { failedCondition } = await table.transact(
        check(itemKey(item), { onlyIf: 'attribute_exists(pk)', otherwise: 'unknown_item' }),
        factsWrite(item, facts, saved, actor.now),
        libraryChangeWrite(item, { ...facts, whatChanged: sentence }, actor.now),
        libraryAuditWrite('facts-saved', isFile(item) ? nameOf(item) : item, actor),
      )
      if (failedCondition === undefined) return facts
      return failedCondition === 'unknown_item' ? 'unknown_item' : 'stale'
    })
  },

  /**
   * Lists the last changes of an item, newest first. A video that was deleted and added again has the same id: the
   * changes from before are left out.
   */
  async listChanges(item: string) {
    const options = { limit: maxChanges, backwards: true }
    const [items, listed] = await Promise.all([
      table.listByIndex(keys.libraryChangesOf(item, '').gsi1pk, options),
      table.find(itemKey(item), z.object({ created_at: z.string() })),
    ])
    const changes = items.map((change) => parseItem(changeRecord, change))
    return changes.filter(({ at }) => listed === undefined || at >= listed.created_at)
  },
})

export type FactsRepository = ReturnType<typeof factsRepository>
