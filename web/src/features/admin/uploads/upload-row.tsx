import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { type Upload, uploadQueue } from './upload-queue.ts'
import styles from './uploads.module.css'

const stateText = ({ state, percent, message }: Upload): string => {
  switch (state) {
    case 'waiting':
      return 'Waiting for its turn'
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

/** It did not arrive: how far it came no longer matters. */
const isOver = (state: Upload['state']): boolean => state === 'failed' || state === 'cancelled'

/** One upload: how far it is, and the way to stop it or to start it again. */
export const UploadRow = ({ upload }: { upload: Upload }) => {
  const { id, file, state, percent } = upload
  const stoppable = state === 'waiting' || state === 'sending'
  return (
    <li className={styles.upload}>
      <span className={styles.uploadName}>{file.name}</span>
      {stoppable ? (
        <Button variant="secondary" size="small" onClick={() => uploadQueue.cancel(id)}>
          Cancel<span className="visually-hidden"> {file.name}</span>
        </Button>
      ) : null}
      {isOver(state) ? (
        <Button variant="secondary" size="small" onClick={() => uploadQueue.retry(id)}>
          Retry<span className="visually-hidden"> {file.name}</span>
        </Button>
      ) : null}
      {isOver(state) ? null : <ProgressBar label={`Upload of ${file.name}`} percent={percent} />}
      <span className={styles.uploadState} data-state={state}>
        {stateText(upload)}
      </span>
    </li>
  )
}
