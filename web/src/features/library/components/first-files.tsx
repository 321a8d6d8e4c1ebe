import type { ReactNode } from 'react'
import { listPreviewCount } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import type { LibraryFile } from '../items.ts'
import styles from '../library.module.css'

interface FirstFilesProps {
  readonly files: readonly LibraryFile[]
  readonly row: (file: LibraryFile) => ReactNode
  readonly onExpand?: () => void
}

/** Lists the first files of a kind, with a button that shows the rest. */
export const FirstFiles = ({ files, row, onExpand }: FirstFilesProps) => (
  <>
    <ul className={styles.files}>{files.slice(0, listPreviewCount).map(row)}</ul>
    {files.length > listPreviewCount ? (
      <Button variant="secondary" onClick={onExpand}>
        Show all
        <span className="visually-hidden"> {files.length} files</span>
      </Button>
    ) : null}
  </>
)
