import { FileRowContent } from '#web/features/library/components/file-row-content.tsx'
import { FirstFiles } from '#web/features/library/components/first-files.tsx'
import { HistoryDetails } from '#web/features/library/components/history-details.tsx'
import { filesOf, type LibraryFile } from '#web/features/library/items.ts'
import type { EarlyRows } from '#web/lib/early-rows.ts'

const row = (file: LibraryFile) => (
  <FileRowContent key={file.id} file={file} history={<HistoryDetails item={file} />} />
)

/** The first files of a list, as the app shows them, but without the app's behaviour. */
export const FirstRows = ({ files }: { files: readonly LibraryFile[] }) => (
  <FirstFiles files={files} row={row} />
)

/** Returns the files of the tab that the library shows first. */
export const firstFilesOf = (response: EarlyRows['library']): readonly LibraryFile[] =>
  filesOf(response).filter(({ kind }) => kind === 'guides')
