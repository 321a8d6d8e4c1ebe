import { useId, useState, type ChangeEvent, type DragEvent, type MouseEvent } from 'react'
import type { LibraryKind } from '#shared/values/library-path.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusInRows } from './item-list.tsx'
import { RejectedList } from './rejected-list.tsx'
import { canRetry, isFinished, noUploads, type Upload, uploadQueue } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import styles from './uploads.module.css'

interface UploadCardProps {
  readonly kind: LibraryKind
  /** Paths of the files with a row of their own, which shows their replacement. */
  readonly listed?: ReadonlySet<string>
}

/** Failed uploads stay until they are retried or dismissed. */
const isOver = (upload: Upload): boolean => isFinished(upload) && upload.state !== 'failed'

/** Uploads files of one kind and shows their progress, and that of replacements of files that are not listed. */
export const UploadCard = ({ kind, listed }: UploadCardProps) => {
  const isShown = (upload: Upload) =>
    upload.kind === kind && (upload.replaces === undefined || !listed?.has(upload.replaces))
  const uploads = useStore(uploadQueue, noUploads).filter(isShown)
  const rows = useFocusInRows(uploads)
  const clear = (some: readonly Upload[], { currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears with the last upload, so the focus moves to the file input.
    const card = currentTarget.closest('section')
    uploadQueue.clear(some)
    if (!uploadQueue.get().some(isShown)) card?.querySelector('input')?.focus()
  }
  const retryFailed = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    uploadQueue.retryAll(uploads)
    currentTarget.closest('section')?.querySelector('input')?.focus()
  }
  return (
    <Card title={`Upload ${kind}`}>
      <DropZone kind={kind} />
      <RejectedList kind={kind} />
      {uploads.length > 0 ? (
        <>
          <ul {...rows} className={styles.uploads} aria-label={`Uploads of ${kind}`}>
            {uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                {...(upload.state === 'failed'
                  ? { onDismiss: (event: MouseEvent<HTMLElement>) => clear([upload], event) }
                  : {})}
              />
            ))}
          </ul>
          <div className={styles.actions}>
            {uploads.filter(canRetry).length > 1 ? (
              <Button variant="secondary" size="small" onClick={retryFailed}>
                Retry all failed
              </Button>
            ) : null}
            <Button variant="quiet" size="small" onClick={(event) => clear(uploads.filter(isOver), event)}>
              Clear finished
            </Button>
          </div>
        </>
      ) : null}
    </Card>
  )
}

const DropZone = ({ kind }: { kind: LibraryKind }) => {
  const id = useId()
  const [over, setOver] = useState(false)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    uploadQueue.add(kind, [...(target.files ?? [])])
    target.value = '' // so that the same file can be chosen again
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploadQueue.add(kind, [...event.dataTransfer.files])
  }
  return (
    <div
      className={classNames(styles.drop, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input id={id} type="file" multiple className="visually-hidden" onChange={choose} />
      <label htmlFor={id} className={styles.pick}>
        <Icon name="document" />
        Choose {kind}
      </label>
      <p>or drop them here</p>
    </div>
  )
}
