import { numberText } from '#web/lib/number-text.ts'
import { useStore } from '#web/lib/store.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { uploadQueue } from './upload-queue.ts'
import { noUploads } from './upload.ts'

const resume = (): void => {
  uploadQueue.resume()
  // The button disappears, so the focus moves to the first choice of files.
  document.querySelector<HTMLElement>('input[type="file"]')?.focus()
}

/** Says that the queue has stopped before the waiting files, and continues it. */
export const StoppedUploads = () => {
  const isStopped = useStore(uploadQueue.stopped, false)
  const waiting = useStore(uploadQueue, noUploads).filter(({ state }) => state === 'waiting').length
  if (!isStopped) return null
  return (
    <Alert
      kind="warning"
      title="The uploads have stopped"
      actions={
        <Button variant="secondary" size="small" onClick={resume}>
          Continue
        </Button>
      }
    >
      <LiveText>
        {`${waiting === 1 ? '1 file is' : `${numberText(waiting)} files are`} waiting. Press Continue to try again.`}
      </LiveText>
    </Alert>
  )
}
