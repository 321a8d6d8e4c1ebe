import { useState } from 'react'
import { openInTab } from '#web/lib/open-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { createDownload, deleteLibraryFile } from '../api.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import { FactsEditor } from './facts-editor.tsx'
import type { FactsOfItem } from './library-facts.ts'
import type { LibraryFile } from './library-files.ts'
import { ReplaceFile } from './replace-file.tsx'
import { TitleForm } from './title-form.tsx'
import styles from './uploads.module.css'

const download = async (path: string): Promise<void> => {
  try {
    await openInTab(async () => (await createDownload(path)).url)
  } catch {
    // The text is the same for every reason: there is no link to the file.
    toast({ title: 'Download failed', description: 'Could not get file URL.', variant: 'destructive' })
  }
}

interface LibraryFileRowProps {
  readonly file: LibraryFile
  /** Undefined until they are known. */
  readonly facts: FactsOfItem | undefined
  readonly onChanged: () => void
  readonly onFactsSaved: () => void
}

/** A file of the library, with the buttons to download, edit, replace and delete it. */
export const LibraryFileRow = ({ file, facts, onChanged, onFactsSaved }: LibraryFileRowProps) => {
  const [editing, setEditing] = useState(false)
  const name = <span className="visually-hidden"> {file.fileName}</span>
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.title}>{file.title ?? file.fileName}</p>
        {file.description === null ? null : <p>{file.description}</p>}
        {file.title === null ? null : <p className={styles.quiet}>{file.fileName}</p>}
        {facts && !editing ? <FactsEditor item={facts} onSaved={onFactsSaved} /> : null}
      </div>
      {editing ? (
        <TitleForm file={file} onClose={() => setEditing(false)} onChanged={onChanged} />
      ) : (
        <div className={styles.actions}>
          <Button variant="quiet" size="small" onClick={() => void download(file.path)}>
            Download{name}
          </Button>
          <Button variant="quiet" size="small" onClick={() => setEditing(true)}>
            Edit{name}
          </Button>
          <ReplaceFile file={file} />
          <ConfirmDelete
            thing="file"
            name={file.fileName}
            deleteItem={() => deleteLibraryFile(file.path)}
            onDone={onChanged}
          >
            "{file.title ?? file.fileName}" will be removed from the library for all members, with its title
            and description.
          </ConfirmDelete>
        </div>
      )}
    </li>
  )
}
