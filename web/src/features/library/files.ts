import { type FileClass, fileClassOf } from '../../../../shared/values/file-types.ts'
import { libraryFolder, libraryKindOf, originalName } from '../../../../shared/values/library-path.ts'
import type { LibraryKind } from '../../../../shared/values/library-path.ts'
import { fileTitles, libraryFileNames } from '../../lib/library-files.ts'

export interface LibraryFile {
  path: string
  kind: LibraryKind
  fileClass: FileClass
  /** The custom title, or the name that the file was uploaded under. */
  title: string
  description: string
  fileName: string
}

/** All guides and templates of the library, with their titles. Throws `CallError`. */
export const loadLibrary = async (): Promise<LibraryFile[]> => {
  const names = await libraryFileNames()
  const named = names.flatMap((name) => {
    const kind = libraryKindOf(name)
    return kind ? [{ name, kind, path: libraryFolder + name }] : []
  })
  const titles = await titlesOf(named.map(({ path }) => path))
  return named.map(({ name, kind, path }) => ({
    path,
    kind,
    fileClass: fileClassOf(name),
    title: titles.get(path)?.title ?? originalName(name),
    description: titles.get(path)?.description ?? 'Shared resource',
    fileName: originalName(name),
  }))
}

/** Titles are a nicety: without them every file still shows under its own name and opens. */
const titlesOf = async (paths: string[]): ReturnType<typeof fileTitles> => {
  try {
    return await fileTitles(paths)
  } catch {
    return new Map()
  }
}
