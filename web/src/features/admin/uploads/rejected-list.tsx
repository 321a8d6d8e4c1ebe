import type { LibraryKind } from '#shared/values/library-path.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { dismissRejectedFile, noRejectedFiles, rejectedFiles } from './rejected-files.ts'
import styles from './uploads.module.css'

/** Lists the rejected files of a kind, with the reasons, until the admin dismisses them. */
export const RejectedList = ({ kind }: { kind: LibraryKind }) => {
  const files = useStore(rejectedFiles, noRejectedFiles).filter((file) => file.kind === kind)
  if (files.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label={`Rejected ${kind}`}>
      {files.map(({ id, name, reason }) => (
        <li key={id} className={styles.upload}>
          <span className={styles.uploadName}>{name}</span>
          <Button
            variant="secondary"
            size="small"
            onClick={() => dismissRejectedFile(id)}
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
