import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { deleteFileTitle } from '../api/delete-file-title.ts'
import { saveFileTitle } from '../api/save-file-title.ts'
import { attempt } from '../attempt.ts'
import type { ShelfFile } from './shelf.ts'
import styles from './uploads.module.css'

interface TitleFormProps {
  readonly file: ShelfFile
  readonly onClose: () => void
  /** The texts of the file are others now. */
  readonly onChanged: () => void
}

/** Nothing and blanks are both no text. */
const orNull = (text: string): string | null => text.trim() || null

/** Title and description of a file. Done saves only what differs; Delete takes both off. */
export const TitleForm = ({ file, onClose, onChanged }: TitleFormProps) => {
  const [title, setTitle] = useState(file.title ?? '')
  const [description, setDescription] = useState(file.description ?? '')
  const [busy, setBusy] = useState(false)
  const act = async (what: () => Promise<unknown>, texts: { done: string; failed: string }) => {
    setBusy(true)
    const done = await attempt(what, texts)
    setBusy(false)
    if (!done) return
    onClose()
    onChanged()
  }
  const finish = (event: FormEvent) => {
    event.preventDefault()
    const texts = { title: orNull(title), description: orNull(description) }
    if (texts.title === file.title && texts.description === file.description) return onClose()
    void act(() => saveFileTitle({ path: file.path, ...texts }), { done: 'Saved', failed: 'Save failed' })
  }
  const remove = () =>
    void act(() => deleteFileTitle(file.path), { done: 'Removed', failed: 'Delete failed' })
  return (
    <form className={styles.form} onSubmit={finish}>
      <TextField
        label="Title"
        hint={`Without one, members see ${file.fileName}`}
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
        <Button variant="secondary" size="small" disabled={busy} onClick={remove}>
          Delete<span className="visually-hidden"> title and description</span>
        </Button>
      </div>
    </form>
  )
}
