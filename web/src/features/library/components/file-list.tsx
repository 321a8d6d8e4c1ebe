import { listPreviewCount } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { LibraryFile } from '../files.ts'
import styles from '../library.module.css'
import { FileRow } from './file-row.tsx'

interface FileListProps {
  files: readonly LibraryFile[]
  /** Shown when there are no files. */
  emptyText: string
  /** Whether all files are shown. */
  expanded: boolean
  onExpand: () => void
  /** The path of the chosen search hit. */
  highlighted: string | undefined
}

/** Lists the first files of a kind, with a button that shows the rest. */
export const FileList = ({ files, emptyText, expanded, onExpand, highlighted }: FileListProps) => {
  if (files.length === 0) return <EmptyState title={emptyText} />
  const shown = expanded ? files : files.slice(0, listPreviewCount)
  return (
    <>
      <ul className={styles.files}>
        {shown.map((file) => (
          <FileRow key={file.path} file={file} highlighted={file.path === highlighted} />
        ))}
      </ul>
      {shown.length < files.length ? (
        <Button variant="secondary" onClick={onExpand}>
          Show all
          <span className="visually-hidden"> {files.length} files</span>
        </Button>
      ) : null}
    </>
  )
}
