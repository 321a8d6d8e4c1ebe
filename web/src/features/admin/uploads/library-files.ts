import { type LibraryKind, libraryFolder, libraryKindOf, originalName } from '#shared/values/library-path.ts'
import { fileTitles, libraryFileNames } from '#web/lib/library-files.ts'

/** A library file with its original name and its saved title and description. */
export interface LibraryFile {
  readonly path: string
  readonly kind: LibraryKind | undefined
  readonly fileName: string
  /** Time of the first upload, in milliseconds since 1970. The name contains it. */
  readonly addedAt: number
  readonly title: string | null
  readonly description: string | null
}

const addedAtOf = (name: string): number => Number(/_(\d+)_/.exec(name)?.[1] ?? 0)

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
    return {
      path,
      kind: libraryKindOf(name),
      fileName: originalName(name),
      addedAt: addedAtOf(name),
      title,
      description,
    }
  })
}
