import { type LibraryKind, libraryFolder, libraryKindOf, originalName } from '#shared/values/library-path.ts'
import { fileTitles, libraryFileNames } from '#web/lib/library-files.ts'

/** A library file with its original name and its saved title and description. */
export interface LibraryFile {
  readonly path: string
  readonly kind: LibraryKind | undefined
  readonly fileName: string
  readonly title: string | null
  readonly description: string | null
}

/**
 * Returns the files of the library with their titles. Throws `CallError`, even when only the titles cannot be loaded:
 * an admin who edits a title must see the current one.
 */
export const loadLibraryFiles = async (): Promise<LibraryFile[]> => {
  const names = await libraryFileNames()
  const titles = await fileTitles(names.map((name) => libraryFolder + name))
  return names.map((name) => {
    const path = libraryFolder + name
    const { title = null, description = null } = titles.get(path) ?? {}
    return { path, kind: libraryKindOf(name), fileName: originalName(name), title, description }
  })
}
