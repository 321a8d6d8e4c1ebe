import { type ReactNode, Suspense } from 'react'
import { listPreviewCount } from '#shared/values/limits.ts'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { type LibraryFile, maxPlainRows } from '../items.ts'
import styles from '../library.module.css'
import { FileRow } from './file-row.tsx'
import { FirstFiles } from './first-files.tsx'

/** Loaded for long lists only. Without it, all rows are shown at once, which takes a slow phone longer. */
const WindowedFiles = lazyComponent(() => import('./windowed-files.tsx'))

interface FileListProps {
  files: readonly LibraryFile[]
  /** True if all files are shown. */
  expanded: boolean
  onExpand: () => void
  /** The path of the chosen file. */
  highlighted: string | undefined
}

/** Lists the files of a kind: the first ones, or all. */
export const FileList = ({ files, expanded, onExpand, highlighted }: FileListProps) => {
  const row = (file: LibraryFile) => (
    <FileRow key={file.id} file={file} highlighted={file.id === highlighted} />
  )
  if (!expanded) return <FirstFiles files={files} row={row} onExpand={onExpand} />
  if (files.length <= maxPlainRows) return <AllFiles files={files} row={row} />
  return (
    <ErrorFallback fallback={<AllFiles files={files} row={row} />}>
      <Suspense fallback={<FirstFiles files={files.slice(0, listPreviewCount)} row={row} />}>
        <WindowedFiles files={files} highlighted={highlighted} />
      </Suspense>
    </ErrorFallback>
  )
}

interface AllFilesProps {
  readonly files: readonly LibraryFile[]
  readonly row: (file: LibraryFile) => ReactNode
}

const AllFiles = ({ files, row }: AllFilesProps) => <ul className={styles.files}>{files.map(row)}</ul>
