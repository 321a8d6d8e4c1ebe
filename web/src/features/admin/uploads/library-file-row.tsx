import { memo, useState } from 'react'
import { isOfficeFile } from '#shared/values/file-types.ts'
import { CallError } from '#web/lib/call.ts'
import { openInTab } from '#web/lib/open-tab.ts'
import { useEditFocus } from '#web/ui/focus/use-edit-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { createDownload, deleteLibraryFile } from '../api.ts'
import { deleteInThisTab } from './tab-deletions.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import { FactsEditor, useEditedFacts } from './facts-editor.tsx'
import type { FactsOfItem } from './library-facts.ts'
import type { LibraryFile } from './library-files.ts'
import { Replacement } from './replacement.tsx'
import { ReplaceFile } from './replace-file.tsx'
import { TitleForm } from './title-form.tsx'
import styles from './uploads.module.css'
import type { OnEditing } from './use-kept-items.ts'

/** Returns a function that downloads a file. */
const useDownload = ({ path, fileName }: LibraryFile, onRemoved: () => void) => {
  const failureToast = useFailureToast()
  return async (): Promise<void> => {
    try {
      await openInTab(async () => (await createDownload(path)).url, { savesFile: isOfficeFile(fileName) })
      failureToast.close()
    } catch (failure) {
      // The text is the same for every reason: there is no link to the file.
      failureToast.show({ title: 'Download failed', description: 'Could not get file URL.' })
      if (failure instanceof CallError && failure.code === 'not_found') onRemoved()
    }
  }
}

/** Each text has its own direction: a title may be in Arabic. */
const FileTexts = ({ title, description, fileName }: LibraryFile) => (
  <>
    <p dir="auto" className={styles.title}>
      {title ?? fileName}
    </p>
    {description === null ? null : <p dir="auto">{description}</p>}
    {title === null ? null : (
      <p dir="auto" className={styles.quiet}>
        {fileName}
      </p>
    )}
  </>
)

interface LibraryFileRowProps {
  readonly file: LibraryFile
  /** Undefined until they are known. */
  readonly facts: FactsOfItem | undefined
  readonly selected: boolean
  readonly onSelect: (path: string, selected: boolean) => void
  readonly onChanged: () => Promise<void>
  readonly onEditing: OnEditing<LibraryFile>
}

/**
 * A file of the library, with the buttons to download, edit, replace and delete it. Not rendered again while another file
 * is ticked: hundreds of rows take a phone as long as half a second.
 */
export const LibraryFileRow = memo((props: LibraryFileRowProps) => {
  const { file, selected, onSelect, onChanged, onEditing } = props
  const reload = () => void onChanged()
  const download = useDownload(file, reload)
  const [editing, setTitleOpen] = useState(false)
  const { facts, setEditing } = useEditedFacts(props.facts, (isOpen) => onEditing(file, 'facts', isOpen))
  const setEditingTitle = (isOpen: boolean) => {
    setTitleOpen(isOpen)
    onEditing(file, 'title', isOpen)
  }
  const row = useEditFocus<HTMLLIElement>(editing, {
    field: '[data-title-form] input',
    button: '[data-edit]',
  })
  const name = <span className="visually-hidden"> {file.fileName}</span>
  return (
    <li ref={row} className={styles.row}>
      <Checkbox
        label={<span className="visually-hidden">Select {file.fileName}</span>}
        checked={selected}
        onChange={(event) => onSelect(file.path, event.target.checked)}
      />
      <div className={styles.text}>
        <FileTexts {...file} />
        {facts ? (
          // The facts are hidden, not removed, while the title is edited, because their form may contain text.
          <div hidden={editing}>
            <FactsEditor item={facts} onSaved={onChanged} onDeleted={reload} onEditing={setEditing} />
          </div>
        ) : null}
      </div>
      {editing ? (
        <TitleForm file={file} onClose={() => setEditingTitle(false)} onChanged={onChanged} />
      ) : (
        <div className={styles.actions}>
          <Button variant="quiet" size="small" onClick={() => void download()}>
            Download{name}
          </Button>
          <Button variant="quiet" size="small" data-edit onClick={() => setEditingTitle(true)}>
            Edit{name}
          </Button>
          <ReplaceFile file={file} />
          <ConfirmDelete
            itemKind="file"
            name={file.fileName}
            deleteItem={() => deleteInThisTab(file.path, deleteLibraryFile)}
            onDone={reload}
          >
            ‘{file.title ?? file.fileName}’ will be removed from the library for all members, with its title
            and description.
          </ConfirmDelete>
        </div>
      )}
      <Replacement file={file} />
    </li>
  )
})
