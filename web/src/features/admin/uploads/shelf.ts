import {
  type LibraryKind,
  libraryFolder,
  libraryKindOf,
  originalName,
} from '../../../../../shared/values/library-path.ts'
import { listFileTitles } from '../api/list-file-titles.ts'
import { listLibraryFiles } from '../api/list-library-files.ts'

/** A file as admins see it: its own name, and the texts that were given to it. */
export interface ShelfFile {
  readonly path: string
  readonly kind: LibraryKind | undefined
  readonly fileName: string
  readonly title: string | null
  readonly description: string | null
}

/**
 * The files of the library with their titles. Throws `CallError`, also when only the titles cannot be had:
 * whoever edits a title has to see the one that there is.
 */
export const loadShelf = async (): Promise<ShelfFile[]> => {
  const { data: files } = await listLibraryFiles()
  const paths = files.map(({ name }) => libraryFolder + name)
  const { data } = paths.length === 0 ? { data: [] } : await listFileTitles(paths)
  const titles = new Map(data.map((title) => [title.path, title]))
  return files.map(({ name }) => {
    const path = libraryFolder + name
    const { title = null, description = null } = titles.get(path) ?? {}
    return { path, kind: libraryKindOf(name), fileName: originalName(name), title, description }
  })
}
