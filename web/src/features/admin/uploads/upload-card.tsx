import { useEffect, useId, useRef, useState, type ChangeEvent, type DragEvent, type MouseEvent } from 'react'
import type { LibraryKind } from '#shared/values/library-path.ts'
import { numberText } from '#web/lib/number-text.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { rejectFolders, withoutFolders } from './rejected-files.ts'
import { RejectedList } from './rejected-list.tsx'
import { reportSameNames } from './same-names.ts'
import { isKnownAsDeleted } from './tab-deletions.ts'
import { UploadList } from './upload-list.tsx'
import { uploadQueue } from './upload-queue.ts'
import { canRetry, isFinished, noUploads, type Upload } from './upload.ts'
import { UploadRow } from './upload-row.tsx'
import styles from './uploads.module.css'
import { useLostFocus } from './use-lost-focus.ts'
import { useUploadRows } from './use-upload-rows.ts'

interface UploadCardProps {
  readonly kind: LibraryKind
  /** Paths of the files with a row of their own, which shows their replacement. */
  readonly listed?: ReadonlySet<string>
  /**
   * Loads the list of files again. Only needed while uploads of any kind run: the page loads the list itself when they
   * have ended.
   */
  readonly onReload?: () => void
}

const isFailed = ({ state }: Upload): boolean => state === 'failed'

/** Failed uploads stay until they are retried or dismissed. */
const isOver = (upload: Upload): boolean => isFinished(upload) && !isFailed(upload)

const focusInput = (card: HTMLElement | null): void => card?.querySelector('input')?.focus()

/** Moves the focus to the file input when the upload or button that has it is removed because other uploads end. */
const useInputFocus = () => {
  const ref = useRef<HTMLElement>(null)
  const { handlers, isLost } = useLostFocus()
  useEffect(() => {
    // Waits for the list, which moves the focus to the next row if there is one.
    if (isLost()) setTimeout(() => isLost() && focusInput(ref.current))
  })
  return { ref, ...handlers }
}

const isWaiting = ({ state }: Upload): boolean => state === 'waiting'
const isDone = ({ state }: Upload): boolean => state === 'done'

/**
 * Returns whether the list lacks files that this card has added, while files of either card are still being uploaded.
 * The list does not change by itself then, because its rows would move under the pointer.
 */
const hasUnlisted = (uploads: readonly Upload[], listed: ReadonlySet<string> | undefined): boolean =>
  listed !== undefined &&
  !uploadQueue.get().every(isFinished) &&
  uploads.some(({ state, sentAs }) => {
    const path = state === 'done' ? sentAs?.path : undefined
    return path !== undefined && !listed.has(path) && !isKnownAsDeleted(path)
  })

const countText = (uploads: readonly Upload[]): string => {
  const failed = uploads.filter(isFailed).length
  const done = `${numberText(uploads.filter(isDone).length)} of ${numberText(uploads.length)} uploaded`
  return failed === 0 ? done : `${done}, ${numberText(failed)} failed`
}

/** Uploads files of one kind and shows their progress. Also shows the progress of replacements of unlisted files. */
export const UploadCard = ({ kind, listed, onReload }: UploadCardProps) => {
  const isShown = (upload: Upload) =>
    upload.kind === kind && (upload.replaces === undefined || !listed?.has(upload.replaces))
  const uploads = useStore(uploadQueue, noUploads).filter(isShown)
  const rows = useUploadRows(uploads)
  const card = useInputFocus()
  /** Dismisses one upload. The row below gets the focus, and after the last row the file input. */
  const dismiss = (upload: Upload, { currentTarget }: MouseEvent<HTMLElement>) => {
    const card = currentTarget.closest('section')
    uploadQueue.clear([upload])
    if (!uploadQueue.get().some(isShown)) focusInput(card)
  }
  return (
    <Card title={`Upload ${kind}`} {...card}>
      <DropZone kind={kind} listed={listed} />
      <RejectedList kind={kind} />
      {uploads.length > 1 ? (
        <p className={styles.uploadCount}>
          <LiveText>{countText(uploads)}</LiveText>
        </p>
      ) : null}
      {uploads.length > 0 ? (
        <>
          <UploadList label={`Uploads of ${kind}`} {...rows}>
            {(upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                {...(isFailed(upload)
                  ? { onDismiss: (event: MouseEvent<HTMLElement>) => dismiss(upload, event) }
                  : {})}
              />
            )}
          </UploadList>
          <div className={styles.actions}>
            <UploadActions uploads={uploads} />
            {hasUnlisted(uploads, listed) ? (
              <Button variant="secondary" size="small" onClick={onReload}>
                {`Show new ${kind} in the list`}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </Card>
  )
}

/** Buttons that act on several uploads. The pressed one disappears, so the file input gets the focus. */
const UploadActions = ({ uploads }: { readonly uploads: readonly Upload[] }) => {
  const failed = uploads.filter(isFailed)
  const over = uploads.filter(isOver)
  const waiting = uploads.filter(isWaiting)
  const button = (
    label: string,
    variant: ButtonVariant,
    act: (some: readonly Upload[]) => void,
    some: readonly Upload[],
  ) => (
    <Button
      variant={variant}
      size="small"
      onClick={({ currentTarget }) => {
        const card = currentTarget.closest('section')
        act(some)
        focusInput(card)
      }}
    >
      {label}
    </Button>
  )
  return (
    <>
      {waiting.length > 1
        ? button('Cancel all waiting', 'secondary', uploadQueue.cancelWaiting, waiting)
        : null}
      {uploads.filter(canRetry).length > 1
        ? button('Retry all failed', 'secondary', uploadQueue.retryAll, uploads)
        : null}
      {failed.length > 1 ? button('Dismiss all failed', 'quiet', uploadQueue.clear, failed) : null}
      {over.length > 0 ? button('Clear finished', 'quiet', uploadQueue.clear, over) : null}
    </>
  )
}

const DropZone = ({ kind, listed }: Pick<UploadCardProps, 'kind' | 'listed'>) => {
  const id = useId()
  const [over, setOver] = useState(false)
  const add = (files: readonly File[]) => {
    reportSameNames(kind, files, listed)
    uploadQueue.add(kind, files)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    add([...(target.files ?? [])])
    target.value = '' // so that the same file can be chosen again
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files, folders } = withoutFolders(event.dataTransfer)
    add(files)
    rejectFolders(kind, folders)
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
