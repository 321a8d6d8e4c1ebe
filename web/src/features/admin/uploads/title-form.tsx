import { useState, type FormEvent } from 'react'
import { CallError } from '#web/lib/call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { deleteFileTitle, getFileTitle, saveFileTitle } from '../api.ts'
import { runWithToast } from '../run-with-toast.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import type { LibraryFile } from './library-files.ts'
import { recordDeletion } from './tab-deletions.ts'
import styles from './uploads.module.css'

interface TitleFormProps {
  readonly file: LibraryFile
  readonly onClose: () => void
  /**
   * Called when the title or description has changed, or the file turns out to be deleted. Resolves when the list has
   * been loaded again.
   */
  readonly onChanged: () => Promise<void>
}

/** Converts an empty or blank text to null. */
const orNull = (text: string): string | null => text.trim() || null

type Texts = Pick<LibraryFile, 'title' | 'description'>

const textsOf = ({ title, description }: Texts): Texts => ({ title, description })

const loadTexts = async (path: string): Promise<Texts> =>
  textsOf((await getFileTitle(path)) ?? { title: null, description: null })

/**
 * Saves the texts. When another admin has changed one of them since, keeps what was typed and shows the other's.
 */
const useTitleForm = ({ file, onClose, onChanged }: TitleFormProps) => {
  // The list may be loaded again while the form is open. The admin has seen these texts.
  const [seen, setSeen] = useState(() => textsOf(file))
  const [title, setTitle] = useState(file.title ?? '')
  const [description, setDescription] = useState(file.description ?? '')
  const [others, setOthers] = useState<Texts>()
  const [busy, setBusy] = useState(false)
  const close = () => {
    onClose()
    void onChanged()
  }
  /**
   * Closes the form once the list has been loaded again. Until then, the row, and a form that it opens, would show the texts
   * before the change. The fields are read-only meanwhile, because what is typed now would be lost.
   */
  const finish = async () => {
    setBusy(true)
    await onChanged()
    onClose()
  }
  const cancel = others === undefined ? onClose : close
  const showOthers = async () => {
    const latest = await loadTexts(file.path)
    // A field that this admin has not touched takes the other admin's text.
    if (orNull(title) === seen.title) setTitle(latest.title ?? '')
    if (orNull(description) === seen.description) setDescription(latest.description ?? '')
    setSeen(latest)
    setOthers(latest)
  }
  /** Makes a change with the texts that this admin has seen. Shows the other admin's texts if they differ. */
  const change = async (action: (seen: Texts) => Promise<unknown>) => {
    try {
      await action(seen)
    } catch (failure) {
      const code = failure instanceof CallError ? failure.code : undefined
      if (code === 'not_found') {
        recordDeletion(file.path)
        close()
      }
      // If the other admin's texts cannot be loaded either, the next attempt is rejected again.
      if (code === 'item_changed') await showOthers().catch(() => undefined)
      throw failure
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const texts = { title: orNull(title), description: orNull(description) }
    if (texts.title === seen.title && texts.description === seen.description) return cancel()
    setBusy(true)
    const saved = await runWithToast(
      () => change((seenTexts) => saveFileTitle({ path: file.path, ...texts, seen: seenTexts })),
      { done: 'Saved', failed: 'Save failed' },
    )
    if (saved) await finish()
    else setBusy(false)
  }
  const remove = () => change((seenTexts) => deleteFileTitle({ path: file.path, seen: seenTexts }))
  return { title, setTitle, description, setDescription, seen, others, busy, save, remove, cancel, finish }
}

const othersText = ({ title, description }: Texts): string => {
  if (title === null && description === null) return 'They removed the title and the description.'
  return `They saved ${title === null ? 'no title' : `the title ‘${title}’`} and ${description === null ? 'no description' : `the description ‘${description}’`}.`
}

/** Edits the title and description of a file. Done saves only changes. Delete removes both, after a confirmation. */
export const TitleForm = (props: TitleFormProps) => {
  const { file } = props
  const form = useTitleForm(props)
  const { others, busy } = form
  return (
    <Form busy={busy} className={styles.form} data-title-form onSubmit={(event) => void form.save(event)}>
      {others === undefined ? null : (
        <Alert kind="warning" title="Another admin changed this file while you were editing">
          {othersText(others)} What you entered is still here. Press Done to replace theirs, or cancel to keep
          theirs.
        </Alert>
      )}
      <TextField
        label="Title"
        hint={`If you leave this empty, members see ${file.fileName}`}
        maxLength={200}
        value={form.title}
        onChange={(event) => form.setTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        maxLength={1000}
        rows={3}
        value={form.description}
        onChange={(event) => form.setDescription(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" loading={busy}>
          Done
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={form.cancel}>
          Cancel
        </Button>
        <ConfirmDelete
          itemKind="title and description"
          name="title and description"
          label="Delete"
          variant="secondary"
          disabled={busy}
          titles={{ done: 'Removed', failed: 'Delete failed' }}
          deleteItem={form.remove}
          onDone={() => void form.finish()}
        >
          Members will see ‘{file.fileName}’ instead of ‘{form.seen.title ?? file.fileName}’. The file itself
          stays.
        </ConfirmDelete>
      </div>
    </Form>
  )
}
