import type { MouseEvent } from 'react'
import { useStore } from '#web/lib/store.ts'
import type { LibraryFile } from './library-files.ts'
import { uploadQueue } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import styles from './uploads.module.css'

/** The last replacement of a file: its progress, and then its result until the admin dismisses it. */
export const Replacement = ({ file }: { file: Pick<LibraryFile, 'path' | 'fileName'> }) => {
  const { subscribe, replacementOf } = uploadQueue
  const upload = useStore({ get: () => replacementOf(file.path), subscribe }, undefined)
  if (!upload) return null
  const dismiss = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears, so the focus moves to the button that replaces the file, or to the form in its place.
    const row = currentTarget.closest('ul')?.closest('li')
    row?.querySelector<HTMLElement>('[data-replace], [data-title-form] input')?.focus()
    uploadQueue.clear(uploadQueue.get().filter(({ replaces }) => replaces === file.path))
  }
  return (
    <ul className={styles.replacement} aria-label={`Replacement of ${file.fileName}`}>
      <UploadRow key={upload.id} upload={upload} onDismiss={dismiss} />
    </ul>
  )
}
