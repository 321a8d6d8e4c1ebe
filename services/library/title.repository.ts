import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { keys, titlePrefix } from '#platform/table/keys.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put, remove } from '#platform/table/write.ts'
import type { Actor } from '#platform/table/audit.ts'
import { libraryAuditWrite } from './library-audit.ts'
import { nameOf } from './paths.ts'

const titleRecord = z.object({
  entity: z.literal('file_title'),
  path: z.string(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
})
export type FileTitle = Omit<z.infer<typeof titleRecord>, 'entity'>

type Texts = Pick<FileTitle, 'title' | 'description'>

const noTexts: Texts = { title: null, description: null }

/**
 * Returns the value of a text after a change. Keeps the saved value if the request leaves it as it was seen. Undefined
 * if another admin has changed the text since then.
 */
const changedText = (
  saved: string | null,
  requested: string | null,
  seen: string | null,
): string | null | undefined => {
  if (requested === seen) return saved
  return saved === seen || saved === requested ? requested : undefined
}

/** Returns the condition that the saved texts are still those that were read. */
const unchanged = (saved: Texts | undefined) =>
  saved === undefined
    ? { onlyIf: 'attribute_not_exists(pk)' }
    : {
        onlyIf: 'title = :savedTitle AND description = :savedDescription',
        values: { ':savedTitle': saved.title, ':savedDescription': saved.description },
      }

/** Names the item in the error after too many conflicts. */
const subject = 'the title of a file'

const find = (table: Table, path: string) => table.find(keys.fileTitle(path), titleRecord)

const isListed = async (table: Table, path: string): Promise<boolean> =>
  (await table.find(keys.libraryFile(nameOf(path)), z.object({ name: z.string() }))) !== undefined

/**
 * Returns the texts to save, whether they are saved already, and the condition that the saved texts are unchanged.
 * Undefined if another admin's texts conflict with them.
 */
const changeOf = async (table: Table, { path, title, description }: FileTitle, seen: Texts) => {
  const saved = await find(table, path)
  const before = saved ?? noTexts
  const texts = {
    title: changedText(before.title, title, seen.title),
    description: changedText(before.description, description, seen.description),
  }
  if (texts.title === undefined || texts.description === undefined) return undefined
  return {
    texts: { path, title: texts.title, description: texts.description },
    condition: { ...unchanged(saved), otherwise: 'stale' },
    isSaved: saved?.title === texts.title && saved.description === texts.description,
  }
}

/** Saves texts of a listed file. Returns the condition that failed, if any. */
const write = async (
  table: Table,
  texts: FileTitle,
  actor: Actor,
  condition: Parameters<typeof put>[2] = {},
): Promise<string | undefined> => {
  const { failedCondition } = await table.transact(
    check(keys.libraryFile(nameOf(texts.path)), { onlyIf: 'attribute_exists(pk)', otherwise: 'not_listed' }),
    put(keys.fileTitle(texts.path), { entity: 'file_title', ...texts, created_by: actor.adminId }, condition),
    libraryAuditWrite('title-saved', nameOf(texts.path), actor),
  )
  return failedCondition
}

/** Stores the titles and descriptions of files. */
export const titleRepository = (table: Table) => ({
  /** Returns every title and description, by path. */
  async listAll(): Promise<ReadonlyMap<string, FileTitle>> {
    const items = await table.list(keys.fileTitle('').pk, titlePrefix)
    return new Map(items.map((item) => [String(item['path']), parseItem(titleRecord, item)]))
  },

  /** Lists the titles of these paths, unordered. Paths without a title are left out. */
  list: (paths: readonly string[]): Promise<FileTitle[]> =>
    table.findMany(
      [...new Set(paths)].map((path) => keys.fileTitle(path)),
      titleRecord,
    ),

  /**
   * Saves the title of a file, if the library lists the file. Writes nothing if it is saved already.
   *
   * @param seen the texts that the admin saw, or null if there were none. Undefined overwrites other values.
   * @returns the saved texts, or why nothing was saved
   */
  async save(
    title: FileTitle,
    actor: Actor,
    seen?: Texts | null,
  ): Promise<FileTitle | 'not_listed' | 'changed_meanwhile'> {
    if (seen === undefined) return (await write(table, title, actor)) === undefined ? title : 'not_listed'
    return retryOnConflict(subject, async () => {
      const changed = await changeOf(table, title, seen ?? noTexts)
      // A deleted file has no texts, which would look as if another admin had removed them.
      if (changed === undefined)
        return (await isListed(table, title.path)) ? 'changed_meanwhile' : 'not_listed'
      if (changed.isSaved) return changed.texts
      const failed = await write(table, changed.texts, actor, changed.condition)
      if (failed === undefined) return changed.texts
      return failed === 'not_listed' ? failed : 'stale'
    })
  },

  /**
   * Deletes the title of a path. Does nothing if it has none.
   *
   * @param seen the texts that the admin saw. Undefined deletes whatever is saved
   * @returns false, and deletes nothing, if another admin has changed them
   */
  delete(path: string, actor: Actor, seen?: Texts | null): Promise<boolean> {
    return retryOnConflict(subject, async () => {
      const saved = await find(table, path)
      if (saved === undefined) return true
      const expected = seen ?? (seen === null ? noTexts : saved)
      if (saved.title !== expected.title || saved.description !== expected.description) return false
      const { failedCondition } = await table.transact(
        remove(keys.fileTitle(path), { ...unchanged(saved), otherwise: 'stale' }),
        libraryAuditWrite('title-deleted', nameOf(path), actor),
      )
      return failedCondition === undefined ? true : 'stale'
    })
  },
})

export type TitleRepository = ReturnType<typeof titleRepository>
