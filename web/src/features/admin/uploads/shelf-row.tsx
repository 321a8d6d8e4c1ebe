import { useState } from 'react'
import { openInTab } from '../../../lib/open-tab.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { createDownload } from '../api/create-download.ts'
import { deleteLibraryFile } from '../api/delete-library-file.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import type { ShelfFile } from './shelf.ts'
import { TitleForm } from './title-form.tsx'
import styles from './uploads.module.css'

const download = async (path: string): Promise<void> => {
  try {
    await openInTab(async () => (await createDownload(path)).url)
  } catch {
    // Whatever the reason, there is no link, and that is what the toast says.
    toast({ title: 'Download failed', description: 'Could not get file URL.', variant: 'destructive' })
  }
}

/** One file of the library, and what an admin can do with it. */
export const ShelfRow = ({ file, onChanged }: { file: ShelfFile; onChanged: () => void }) => {
  const [editing, setEditing] = useState(false)
  const name = <span className="visually-hidden"> {file.fileName}</span>
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>{file.title ?? file.fileName}</p>
        {file.description === null ? null : <p>{file.description}</p>}
        {file.title === null ? null : <p className={styles.quiet}>{file.fileName}</p>}
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
          <ConfirmDelete
            thing="file"
            name={file.fileName}
            act={() => deleteLibraryFile(file.path)}
            onDone={onChanged}
          >
            {file.title ?? file.fileName} goes from the library for all members, with its title and
            description.
          </ConfirmDelete>
        </div>
      )}
    </li>
  )
}
