import {
  type LibraryKind,
  libraryFolder,
  libraryKindOf,
  libraryPathPattern,
  originalName,
} from '#shared/values/library-path.ts'
import { fileTitles, libraryFileNames } from '#web/lib/library-files.ts'

/** A library file with its original name and its saved title and description. */
export interface LibraryFile {
  readonly path: string
  readonly kind: LibraryKind
  readonly fileName: string
  /** Time of the first upload, in milliseconds since 1970. The name contains it. */
  readonly addedAt: number
  readonly title: string | null
  readonly description: string | null
}

const addedAtOf = (name: string): number => Number(/_(\d+)_/.exec(name)?.[1] ?? 0)

/**
 * Returns whether operations accept the path of a file. They change only files that were uploaded as one of the kinds.
 */
export const canChange = (path: string): boolean => libraryPathPattern.test(path)

/**
 * Returns the files of the library with their titles, as members see them: without files of an unknown kind.
 *
 * @throws CallError even if only the titles cannot be loaded: an admin who edits a title must see the current one
 */
export const loadLibraryFiles = async (): Promise<LibraryFile[]> => {
  const names = await libraryFileNames()
  const titles = await fileTitles(names.map((name) => libraryFolder + name).filter(canChange))
  return names.flatMap((name) => {
    const kind = libraryKindOf(name)
    if (kind === undefined) return []
    const path = libraryFolder + name
    const { title = null, description = null } = titles.get(path) ?? {}
    return { path, kind, fileName: originalName(name), addedAt: addedAtOf(name), title, description }
  })
}
