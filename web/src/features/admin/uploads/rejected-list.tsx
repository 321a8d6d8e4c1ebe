import { useState } from 'react'
import type { LibraryKind } from '#shared/values/library-path.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { dismissRejectedFiles, noRejectedFiles, type RejectedFile, rejectedFiles } from './rejected-files.ts'
import { UploadList, uploadRows } from './upload-list.tsx'
import styles from './uploads.module.css'

/** Lists the rejected files of a kind, with the reasons, until the admin dismisses them. */
export const RejectedList = ({ kind }: { kind: LibraryKind }) => {
  const files = useStore(rejectedFiles, noRejectedFiles).filter((file) => file.kind === kind)
  const [limit, setLimit] = useState(uploadRows)
  if (files.length === 0) return null
  const dismiss = (some: readonly RejectedFile[], button: HTMLElement) => {
    // The list disappears with its last file, so the focus moves to the file input.
    if (some.length === files.length) button.closest('section')?.querySelector('input')?.focus()
    dismissRejectedFiles(some)
  }
  return (
    <>
      <UploadList
        label={`Rejected ${kind}`}
        items={files}
        limit={limit}
        onMore={() => setLimit(limit + uploadRows)}
      >
        {(file) => (
          <li key={file.id} className={styles.upload}>
            <span dir="auto" className={styles.uploadName}>
              {file.name}
            </span>
            <Button
              variant="quiet"
              size="small"
              onClick={({ currentTarget }) => dismiss([file], currentTarget)}
              aria-label={`Dismiss ${file.name}`}
            >
              Dismiss
            </Button>
            <span className={styles.uploadState} data-state="failed">
              Not uploaded. {file.reason}
            </span>
          </li>
        )}
      </UploadList>
      {files.length > 1 ? (
        <div className={styles.actions}>
          <Button variant="quiet" size="small" onClick={({ currentTarget }) => dismiss(files, currentTarget)}>
            Dismiss all rejected
          </Button>
        </div>
      ) : null}
    </>
  )
}
