import type { LibraryKind } from '#shared/values/library-path.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusInRows } from './item-list.tsx'
import { dismissRejectedFile, noRejectedFiles, rejectedFiles } from './rejected-files.ts'
import styles from './uploads.module.css'

/** Lists the rejected files of a kind, with the reasons, until the admin dismisses them. */
export const RejectedList = ({ kind }: { kind: LibraryKind }) => {
  const files = useStore(rejectedFiles, noRejectedFiles).filter((file) => file.kind === kind)
  const rows = useFocusInRows(files)
  if (files.length === 0) return null
  const dismiss = (id: number, button: HTMLElement) => {
    // The list disappears with its last file, so the focus moves to the file input.
    if (files.length === 1) button.closest('section')?.querySelector('input')?.focus()
    dismissRejectedFile(id)
  }
  return (
    <ul {...rows} className={styles.uploads} aria-label={`Rejected ${kind}`}>
      {files.map(({ id, name, reason }) => (
        <li key={id} className={styles.upload}>
          <span className={styles.uploadName}>{name}</span>
          <Button
            variant="secondary"
            size="small"
            onClick={({ currentTarget }) => dismiss(id, currentTarget)}
            aria-label={`Dismiss ${name}`}
          >
            Dismiss
          </Button>
          <span className={styles.uploadState} data-state="failed">
            Not uploaded. {reason}
          </span>
        </li>
      ))}
    </ul>
  )
}
