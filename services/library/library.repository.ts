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

/** Titles are read in parallel, this many at a time: enough to be quick, too few to be throttled. */
const readsAtOnce = 25

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

  /** The titles of these paths, in their order; paths without one are left out. */
  async titles(paths: readonly string[]): Promise<FileTitle[]> {
    const titles: FileTitle[] = []
    for (let start = 0; start < paths.length; start += readsAtOnce) {
      const some = paths.slice(start, start + readsAtOnce)
      const found = await Promise.all(some.map((path) => table.find(keys.fileTitle(path), titleRecord)))
      titles.push(...found.filter((title) => title !== undefined))
    }
    return titles
  },
})

export type LibraryRepository = ReturnType<typeof libraryRepository>
