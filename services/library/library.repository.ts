import * as z from 'zod'
import { libraryFolder, originalName } from '../../shared/values/library-path.ts'
import { filePrefix, keys } from '../platform/table/keys.ts'
import { put, remove, type Table } from '../platform/table/table.ts'
import { type Actor, libraryAudit } from './library-audit.ts'

/** A file that the library lists: it was uploaded whole and its content was checked. */
const libraryFile = z.object({ entity: z.literal('libraryFile'), name: z.string() })

const titleRecord = z.object({
  entity: z.literal('fileTitle'),
  path: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
})
export type FileTitle = Omit<z.infer<typeof titleRecord>, 'entity'>

interface NewFile {
  readonly size: number
  readonly contentType: string
}

const nameOf = (path: string): string => path.slice(libraryFolder.length)

export const libraryRepository = (table: Table) => ({
  /** The names of the first `limit` files, or of those that follow `after`, in ascending order. */
  async names(limit: number, after?: string): Promise<string[]> {
    const from = after === undefined ? undefined : keys.libraryFile(after)
    const items = await table.list(keys.libraryFile('').pk, filePrefix, { limit, from })
    return items.map((item) => libraryFile.parse(item).name)
  },

  /** The file at a path; `undefined` when the library does not list it. */
  async find(path: string): Promise<{ name: string; originalName: string } | undefined> {
    const name = nameOf(path)
    const file = await table.find(keys.libraryFile(name), libraryFile)
    return file === undefined ? undefined : { name, originalName: originalName(name) }
  },

  /** Lists a file that lies at its path already. */
  async add(path: string, { size, contentType }: NewFile, actor: Actor): Promise<void> {
    const name = nameOf(path)
    const facts = { name, size, contentType, createdAt: actor.now.toISOString(), created_by: actor.adminId }
    await table.transact(
      put(keys.libraryFile(name), { entity: 'libraryFile', ...facts }),
      libraryAudit('file-added', name, actor),
    )
  },

  /** Lists a file no longer, and forgets its title. One that is not listed is left as it is. */
  async remove(path: string, actor: Actor): Promise<void> {
    const name = nameOf(path)
    await table.transact(
      remove(keys.libraryFile(name), { onlyIf: 'attribute_exists(pk)' }),
      remove(keys.fileTitle(path)),
      libraryAudit('file-deleted', name, actor),
    )
  },

  /** The titles of these paths, in no order; paths without one are left out. */
  titles: (paths: readonly string[]): Promise<FileTitle[]> =>
    table.findMany(
      [...new Set(paths)].map((path) => keys.fileTitle(path)),
      titleRecord,
    ),

  async saveTitle(title: FileTitle, actor: Actor): Promise<void> {
    await table.transact(
      put(keys.fileTitle(title.path), { entity: 'fileTitle', ...title, created_by: actor.adminId }),
      libraryAudit('title-saved', nameOf(title.path), actor),
    )
  },

  /** Takes a title off a path. Where there is none, nothing happens. */
  async deleteTitle(path: string, actor: Actor): Promise<void> {
    await table.transact(
      remove(keys.fileTitle(path), { onlyIf: 'attribute_exists(pk)' }),
      libraryAudit('title-deleted', nameOf(path), actor),
    )
  },
})

export type LibraryRepository = ReturnType<typeof libraryRepository>
