import { lazy, Suspense } from 'react'
import { listPreviewCount } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import type { LibraryFile } from '../files.ts'
import styles from '../library.module.css'
import { FileRow } from './file-row.tsx'

/** Loaded for long lists only. */
const WindowedFiles = lazy(() => import('./windowed-files.tsx'))

/** Number of rows that a slow phone shows within a tenth of a second. */
const maxPlainRows = 40

interface FileListProps {
  files: readonly LibraryFile[]
  /** Whether all files are shown. */
  expanded: boolean
  onExpand: () => void
  /** The path of the chosen file. */
  highlighted: string | undefined
}

/** Lists the first files of a kind, with a button that shows the rest. */
export const FileList = ({ files, expanded, onExpand, highlighted }: FileListProps) => {
  const plain = (rows: readonly LibraryFile[]) => (
    <ul className={styles.files}>
      {rows.map((file) => (
        <FileRow key={file.id} file={file} highlighted={file.id === highlighted} />
      ))}
    </ul>
  )
  const first = files.slice(0, listPreviewCount)
  if (expanded && files.length > maxPlainRows)
    return (
      <Suspense fallback={plain(first)}>
        <WindowedFiles files={files} highlighted={highlighted} />
      </Suspense>
    )
  if (expanded || files.length <= listPreviewCount) return plain(files)
  return (
    <>
      {plain(first)}
      <Button variant="secondary" onClick={onExpand}>
        Show all
        <span className="visually-hidden"> {files.length} files</span>
      </Button>
    </>
  )
}
