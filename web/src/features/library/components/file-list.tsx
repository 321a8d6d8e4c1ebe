import { listPreviewCount } from '../../../../../shared/values/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { LibraryFile } from '../files.ts'
import styles from '../library.module.css'
import { FileRow } from './file-row.tsx'

interface FileListProps {
  files: readonly LibraryFile[]
  /** Shown when there are none. */
  emptyText: string
  /** The whole list is open. */
  expanded: boolean
  onExpand: () => void
  /** Path of the file that a search has just led to. */
  highlighted: string | undefined
}

/** The first files of a kind, and the rest at a press. */
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
