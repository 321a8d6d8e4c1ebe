import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { deleteFileTitle, saveFileTitle } from '../api.ts'
import { runWithToast } from '../run-with-toast.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import type { LibraryFile } from './library-files.ts'
import styles from './uploads.module.css'

interface TitleFormProps {
  readonly file: LibraryFile
  readonly onClose: () => void
  /** Called when the title or description has changed. */
  readonly onChanged: () => void
}

/** Converts an empty or blank text to null. */
const orNull = (text: string): string | null => text.trim() || null

/** Edits the title and description of a file. Done saves only changes. Delete removes both, after a confirmation. */
export const TitleForm = ({ file, onClose, onChanged }: TitleFormProps) => {
  const [title, setTitle] = useState(file.title ?? '')
  const [description, setDescription] = useState(file.description ?? '')
  const [busy, setBusy] = useState(false)
  const close = () => {
    onClose()
    onChanged()
  }
  const run = async (action: () => Promise<unknown>, titles: { done: string; failed: string }) => {
    setBusy(true)
    const done = await runWithToast(action, titles)
    setBusy(false)
    if (done) close()
  }
  const finish = (event: FormEvent) => {
    event.preventDefault()
    const texts = { title: orNull(title), description: orNull(description) }
    if (texts.title === file.title && texts.description === file.description) return onClose()
    void run(() => saveFileTitle({ path: file.path, ...texts }), { done: 'Saved', failed: 'Save failed' })
  }
  return (
    <form className={styles.form} data-title-form onSubmit={finish}>
      <TextField
        label="Title"
        hint={`If you leave this empty, members see ${file.fileName}`}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        maxLength={1000}
        rows={3}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" loading={busy}>
          Done
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <ConfirmDelete
          thing="title and description"
          name="title and description"
          label="Delete"
          variant="secondary"
          disabled={busy}
          titles={{ done: 'Removed', failed: 'Delete failed' }}
          deleteItem={() => deleteFileTitle(file.path)}
          onDone={close}
        >
          Members will see "{file.fileName}" instead of "{file.title ?? file.fileName}". The file itself
          stays.
        </ConfirmDelete>
      </div>
    </form>
  )
}
