import { useEffect, useRef, type MouseEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { uploadQueue } from './upload-queue.ts'
import { hasFailed, isFinished, nameOf, type Upload } from './upload.ts'
import styles from './uploads.module.css'
import { useLostFocus } from './use-lost-focus.ts'

const stateText = ({ state, percent, message, replaces }: Upload): string => {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'sending':
      return `${Math.floor(percent)} %`
    case 'checking':
      return 'Checking the file…'
    case 'done':
      return replaces === undefined ? 'Uploaded' : 'Replaced'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return message ?? 'Failed'
  }
}

const actionOf = (upload: Upload) => {
  const { id, state } = upload
  if (state === 'waiting' || state === 'sending') return { name: 'Cancel', run: () => uploadQueue.cancel(id) }
  if (hasFailed(upload) && !upload.isFinal) return { name: 'Retry', run: () => uploadQueue.retry(id) }
  return null
}

/** Moves the focus to the row when its button disappears while it has the focus. */
const useRowFocus = (hasButton: boolean) => {
  const row = useRef<HTMLLIElement>(null)
  const { handlers, isLost } = useLostFocus()
  useEffect(() => {
    if (!hasButton && isLost()) row.current?.focus()
  }, [hasButton, isLost])
  return { ref: row, ...handlers }
}

interface UploadRowProps {
  readonly upload: Upload
  /** Called when an upload that has ended is dismissed. Without it, the row has no Dismiss button. */
  readonly onDismiss?: (event: MouseEvent<HTMLElement>) => void
}

/** An upload with its progress and the button to cancel or retry it, which keeps the focus when it changes. */
export const UploadRow = ({ upload, onDismiss }: UploadRowProps) => {
  const { state, percent } = upload
  const name = nameOf(upload)
  const action = actionOf(upload)
  const dismiss = isFinished(upload) ? onDismiss : undefined
  const row = useRowFocus(action !== null)
  return (
    <li {...row} tabIndex={-1} className={styles.upload}>
      <span dir="auto" className={styles.uploadName}>
        {name}
      </span>
      {action || dismiss ? (
        <span className={styles.actions}>
          {action ? (
            <Button
              variant="secondary"
              size="small"
              onClick={action.run}
              aria-label={`${action.name} ${name}`}
            >
              <LiveText>{action.name}</LiveText>
            </Button>
          ) : null}
          {dismiss ? (
            <Button variant="quiet" size="small" onClick={dismiss} aria-label={`Dismiss ${name}`}>
              Dismiss
            </Button>
          ) : null}
        </span>
      ) : (
        // With the key, this is a new button. Without it, the focus would stay on the former button, which does nothing
        // now.
        <span key="room" className={styles.buttonRoom} aria-hidden="true">
          <Button variant="secondary" size="small" disabled>
            Cancel
          </Button>
        </span>
      )}
      {hasFailed(upload) ? null : <ProgressBar label={`Upload of ${name}`} percent={percent} />}
      <span className={styles.uploadState} data-state={state}>
        <LiveText>{stateText(upload)}</LiveText>
      </span>
    </li>
  )
}
