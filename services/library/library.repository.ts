import * as z from 'zod/mini'
import { libraryFolder, originalName } from '#shared/values/library-path.ts'
import { filePrefix, keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove } from '#platform/table/write.ts'
import { type Actor, libraryAudit } from './library-audit.ts'

/** A file that the library lists. Its upload is complete and its content was checked. */
const libraryFile = z.object({ entity: z.literal('library_file'), name: z.string() })

const titleRecord = z.object({
  entity: z.literal('file_title'),
  path: z.string(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
})
export type FileTitle = Omit<z.infer<typeof titleRecord>, 'entity'>

interface NewFile {
  readonly size: number
  readonly contentType: string
}

const nameOf = (path: string): string => path.slice(libraryFolder.length)

export const libraryRepository = (table: Table) => ({
  /** Lists the names of the first `limit` files, or of the files after `after`, in ascending order. */
  async listNames(limit: number, after?: string): Promise<string[]> {
    const from = after === undefined ? undefined : keys.libraryFile(after)
    const items = await table.list(keys.libraryFile('').pk, filePrefix, { limit, from })
    return items.map((item) => libraryFile.parse(item).name)
  },

  /** Finds the file at a path. Returns undefined if the library does not list it. */
  async find(path: string): Promise<{ name: string; originalName: string } | undefined> {
    const name = nameOf(path)
    const file = await table.find(keys.libraryFile(name), libraryFile)
    return file === undefined ? undefined : { name, originalName: originalName(name) }
  },

  /** Adds a file, already stored at its path, to the list. */
  async add(path: string, { size, contentType }: NewFile, actor: Actor): Promise<void> {
    const name = nameOf(path)
    const item = {
      entity: 'library_file',
      name,
      size,
      content_type: contentType,
      created_at: actor.now.toISOString(),
      created_by: actor.adminId,
    }
    await table.transact(put(keys.libraryFile(name), item), libraryAudit('file-added', name, actor))
  },

  /** Removes a file from the list and deletes its title. Does nothing if the file is not listed. */
  async remove(path: string, actor: Actor): Promise<void> {
    const name = nameOf(path)
    await table.transact(
      remove(keys.libraryFile(name), { onlyIf: 'attribute_exists(pk)' }),
      remove(keys.fileTitle(path)),
      libraryAudit('file-deleted', name, actor),
    )
  },

  /** Lists the titles of these paths, unordered. Paths without a title are left out. */
  listTitles: (paths: readonly string[]): Promise<FileTitle[]> =>
    table.findMany(
      [...new Set(paths)].map((path) => keys.fileTitle(path)),
      titleRecord,
    ),

  async saveTitle(title: FileTitle, actor: Actor): Promise<void> {
    await table.transact(
      put(keys.fileTitle(title.path), { entity: 'file_title', ...title, created_by: actor.adminId }),
      libraryAudit('title-saved', nameOf(title.path), actor),
    )
  },

  /** Deletes the title of a path. Does nothing if it has none. */
  async deleteTitle(path: string, actor: Actor): Promise<void> {
    await table.transact(
      remove(keys.fileTitle(path), { onlyIf: 'attribute_exists(pk)' }),
      libraryAudit('title-deleted', nameOf(path), actor),
    )
  },
})

export type LibraryRepository = ReturnType<typeof libraryRepository>
