import type { MediaLink } from '#shared/contract/library.ts'
import type { ListedFacts } from '#shared/contract/library-facts.ts'
import { type FileClass, fileClassOf, typeNameOf } from '#shared/values/file-types.ts'
import { libraryFolder, libraryKindOf, originalName, type LibraryKind } from '#shared/values/library-path.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import type { CallResult } from '#web/lib/call.ts'

interface LibraryEntry {
  /** The path of a file, or the id of a video. */
  id: string
  title: string
  description: string
  /** ISO time. */
  changedAt: string
  /** For readers: `PDF`, `Video`. */
  typeName: string
  facts: ListedFacts | null
  /** True if there may be recorded changes. Only changes of the facts and replacements of a file are recorded. */
  hasHistory: boolean
}

export interface LibraryFile extends LibraryEntry {
  kind: LibraryKind
  fileClass: FileClass
  fileName: string
  /** In bytes. */
  size: number
}

export interface LibraryVideo extends LibraryEntry {
  kind: 'videos'
  link: MediaLink
}

export type LibraryItem = LibraryFile | LibraryVideo

/** The library in the order of the page: newest first. */
export interface Library {
  files: readonly LibraryFile[]
  videos: readonly LibraryVideo[]
  /** Files and videos, for the search. */
  items: readonly LibraryItem[]
}

/** Number of rows that a slow phone shows within a tenth of a second. */
export const maxPlainRows = 40

/** Returns the id of an item's row, which the page scrolls to. */
export const rowId = (item: string): string => `item-${item}`

/** Returns the first button of an item's row, if the row is in the page. */
export const rowButton = (item: LibraryItem | undefined): HTMLElement | null | undefined =>
  item && document.getElementById(rowId(item.id))?.querySelector('button')

const newestFirst = (a: LibraryItem, b: LibraryItem): number => compareCodeUnits(b.changedAt, a.changedAt)

const fileOf = (file: CallResult<'get-library'>['files'][number]): LibraryFile[] => {
  const kind = libraryKindOf(file.name)
  if (kind === undefined) return []
  const fileName = originalName(file.name)
  const hasHistory = file.facts !== null || file.changedAt !== file.createdAt
  const details = { changedAt: file.changedAt, size: file.size, facts: file.facts, hasHistory }
  return [
    {
      ...details,
      id: libraryFolder + file.name,
      kind,
      fileClass: fileClassOf(file.name),
      typeName: typeNameOf(file.name),
      title: file.title ?? fileName,
      description: file.description ?? 'Shared resource',
      fileName,
    },
  ]
}

const videoOf = ({
  facts,
  changedAt,
  ...link
}: CallResult<'get-library'>['videos'][number]): LibraryVideo => ({
  id: link.id,
  kind: 'videos',
  title: link.title ?? 'Untitled video',
  description: '',
  changedAt,
  typeName: 'Video',
  facts,
  hasHistory: facts !== null,
  link,
})

/** Returns the files in the response of `get-library`, newest first. */
export const filesOf = (response: CallResult<'get-library'>): LibraryFile[] =>
  response.files.flatMap(fileOf).toSorted(newestFirst)

/** Returns the response of `get-library` in the order of the page: newest first. */
export const libraryOf = (response: CallResult<'get-library'>): Library => {
  const files = filesOf(response)
  const videos = response.videos.map(videoOf).toSorted(newestFirst)
  return { files, videos, items: [...files, ...videos] }
}
