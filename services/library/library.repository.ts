import * as z from 'zod'
import { libraryFolder, originalName } from '../../shared/values/library-path.ts'
import { filePrefix, keys } from '../platform/table/keys.ts'
import type { Table } from '../platform/table/table.ts'

/** A file that the library lists: it was uploaded whole and its content was checked. */
const libraryFile = z.object({ entity: z.literal('libraryFile'), name: z.string() })

const titleRecord = z.object({
  entity: z.literal('fileTitle'),
  path: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
})
export type FileTitle = Omit<z.infer<typeof titleRecord>, 'entity'>

export const libraryRepository = (table: Table) => ({
  /** The names of the first `limit` files, in ascending order. */
  async names(limit: number): Promise<string[]> {
    const items = await table.list(keys.libraryFile('').pk, filePrefix, limit)
    return items.map((item) => libraryFile.parse(item).name)
  },

  /** The file at a path; `undefined` when the library does not list it. */
  async find(path: string): Promise<{ name: string; originalName: string } | undefined> {
    const name = path.slice(libraryFolder.length)
    const file = await table.find(keys.libraryFile(name), libraryFile)
    return file === undefined ? undefined : { name, originalName: originalName(name) }
  },

  /** The titles of these paths, in no order; paths without one are left out. */
  titles: (paths: readonly string[]): Promise<FileTitle[]> =>
    table.findMany(
      [...new Set(paths)].map((path) => keys.fileTitle(path)),
      titleRecord,
    ),
})

export type LibraryRepository = ReturnType<typeof libraryRepository>
