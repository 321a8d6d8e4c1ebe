import {
  type LibraryKind,
  libraryFolder,
  libraryKindOf,
  libraryPathPattern,
  originalName,
} from '#shared/values/library-path.ts'
import type { CallResult } from '#web/lib/call.ts'

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

/** Returns a file of the library. Undefined for a file of an unknown kind, which members do not see either. */
export const libraryFileOf = ({
  name,
  title,
  description,
}: CallResult<'get-library'>['files'][number]): LibraryFile | undefined => {
  const kind = libraryKindOf(name)
  if (kind === undefined) return undefined
  const path = libraryFolder + name
  return { path, kind, fileName: originalName(name), addedAt: addedAtOf(name), title, description }
}
