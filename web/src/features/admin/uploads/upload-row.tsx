import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { hasFailed, type Upload, uploadQueue } from './upload-queue.ts'
import styles from './uploads.module.css'

const stateText = ({ state, percent, message }: Upload): string => {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'sending':
      return `${Math.floor(percent)} %`
    case 'checking':
      return 'Checking the file…'
    case 'done':
      return 'Uploaded'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return message ?? 'Failed'
  }
}

/** An upload with its progress and the button to cancel or retry it. */
export const UploadRow = ({ upload }: { upload: Upload }) => {
  const { id, file, state, percent } = upload
  const canCancel = state === 'waiting' || state === 'sending'
  return (
    <li className={styles.upload}>
      <span className={styles.uploadName}>{file.name}</span>
      {canCancel ? (
        <Button variant="secondary" size="small" onClick={() => uploadQueue.cancel(id)}>
          Cancel<span className="visually-hidden"> {file.name}</span>
        </Button>
      ) : null}
      {hasFailed(upload) && !upload.isFinal ? (
        <Button variant="secondary" size="small" onClick={() => uploadQueue.retry(id)}>
          Retry<span className="visually-hidden"> {file.name}</span>
        </Button>
      ) : null}
      {hasFailed(upload) ? null : <ProgressBar label={`Upload of ${file.name}`} percent={percent} />}
      <span className={styles.uploadState} data-state={state}>
        {stateText(upload)}
      </span>
    </li>
  )
}
