import {
  type LibraryKind,
  libraryFolder,
  libraryKindOf,
  originalName,
} from '../../../../../shared/values/library-path.ts'
import { fileTitles, libraryFileNames } from '../../../lib/library-files.ts'

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
  const names = await libraryFileNames()
  const titles = await fileTitles(names.map((name) => libraryFolder + name))
  return names.map((name) => {
    const path = libraryFolder + name
    const { title = null, description = null } = titles.get(path) ?? {}
    return { path, kind: libraryKindOf(name), fileName: originalName(name), title, description }
  })
}
