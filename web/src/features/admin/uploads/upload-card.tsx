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

const isFailed = ({ state }: Upload): boolean => state === 'failed'

/** Failed uploads stay until they are retried or dismissed. */
const isOver = (upload: Upload): boolean => isFinished(upload) && !isFailed(upload)

const focusInput = (card: HTMLElement | null): void => card?.querySelector('input')?.focus()

/** Uploads files of one kind and shows their progress, and that of replacements of files that are not listed. */
export const UploadCard = ({ kind, listed }: UploadCardProps) => {
  const isShown = (upload: Upload) =>
    upload.kind === kind && (upload.replaces === undefined || !listed?.has(upload.replaces))
  const uploads = useStore(uploadQueue, noUploads).filter(isShown)
  const [failed, over] = [uploads.filter(isFailed), uploads.filter(isOver)]
  const rows = useFocusInRows(uploads)
  /** Dismisses one upload. The row below gets the focus, and after the last row the file input. */
  const dismiss = (upload: Upload, { currentTarget }: MouseEvent<HTMLElement>) => {
    const card = currentTarget.closest('section')
    uploadQueue.clear([upload])
    if (!uploadQueue.get().some(isShown)) focusInput(card)
  }
  /** Acts on several uploads. The pressed button disappears, so the file input gets the focus. */
  const actOn =
    (act: (some: readonly Upload[]) => void, some: readonly Upload[]) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      const card = currentTarget.closest('section')
      act(some)
      focusInput(card)
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
                  ? { onDismiss: (event: MouseEvent<HTMLElement>) => dismiss(upload, event) }
                  : {})}
              />
            ))}
          </ul>
          <div className={styles.actions}>
            {uploads.filter(canRetry).length > 1 ? (
              <Button variant="secondary" size="small" onClick={actOn(uploadQueue.retryAll, uploads)}>
                Retry all failed
              </Button>
            ) : null}
            {failed.length > 1 ? (
              <Button variant="quiet" size="small" onClick={actOn(uploadQueue.clear, failed)}>
                Dismiss all failed
              </Button>
            ) : null}
            {over.length > 0 ? (
              <Button variant="quiet" size="small" onClick={actOn(uploadQueue.clear, over)}>
                Clear finished
              </Button>
            ) : null}
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
