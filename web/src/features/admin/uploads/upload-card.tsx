import { useId, useState, useSyncExternalStore, type ChangeEvent, type DragEvent } from 'react'
import type { LibraryKind } from '../../../../../shared/values/library-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { UploadRow } from './upload-row.tsx'
import { uploadQueue } from './upload-queue.ts'
import styles from './uploads.module.css'

/** Where files of a kind are dropped or picked, and how far they have come. */
export const UploadCard = ({ kind }: { kind: LibraryKind }) => {
  const uploads = useSyncExternalStore(uploadQueue.watch, uploadQueue.current).filter(
    (upload) => upload.kind === kind,
  )
  return (
    <Card title={`Upload ${kind}`}>
      <DropZone kind={kind} />
      {uploads.length > 0 ? (
        <>
          <ul className={styles.uploads} aria-label={`Uploads of ${kind}`}>
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
          <Button variant="quiet" size="small" onClick={() => uploadQueue.clear(kind)}>
            Clear finished
          </Button>
        </>
      ) : null}
    </Card>
  )
}

const DropZone = ({ kind }: { kind: LibraryKind }) => {
  const id = useId()
  const [over, setOver] = useState(false)
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    uploadQueue.add(kind, [...(target.files ?? [])])
    target.value = '' // the same file may be picked again
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
      <input id={id} type="file" multiple className="visually-hidden" onChange={pick} />
      <label htmlFor={id} className={styles.pick}>
        <Icon name="document" />
        Choose {kind}
      </label>
      <p>or drop them here</p>
    </div>
  )
}
