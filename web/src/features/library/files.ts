import { type FileClass, fileClassOf } from '#shared/values/file-types.ts'
import { libraryFolder, libraryKindOf, originalName, type LibraryKind } from '#shared/values/library-path.ts'
import { fileTitles, libraryFileNames } from '#web/lib/library-files.ts'

export interface LibraryFile {
  path: string
  kind: LibraryKind
  fileClass: FileClass
  /** The saved title, or the original name of the file. */
  title: string
  description: string
  fileName: string
}

/** Returns all guides and templates of the library, with their titles. Throws `CallError`. */
export const loadLibrary = async (): Promise<LibraryFile[]> => {
  const names = await libraryFileNames()
  const entries = names.flatMap((name) => {
    const kind = libraryKindOf(name)
    return kind ? [{ name, kind, path: libraryFolder + name }] : []
  })
  const titles = await titlesOf(entries.map(({ path }) => path))
  return entries.map(({ name, kind, path }) => ({
    path,
    kind,
    fileClass: fileClassOf(name),
    title: titles.get(path)?.title ?? originalName(name),
    description: titles.get(path)?.description ?? 'Shared resource',
    fileName: originalName(name),
  }))
}

/** Returns no titles when the call fails. The files are then listed under their original names. */
const titlesOf = async (paths: string[]): ReturnType<typeof fileTitles> => {
  try {
    return await fileTitles(paths)
  } catch {
    return new Map()
  }
}
