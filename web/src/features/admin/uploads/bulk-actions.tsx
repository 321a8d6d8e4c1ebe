import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { deleteLibraryFile } from '../api.ts'
import { BulkFactsForm } from './bulk-facts-form.tsx'
import { ConfirmDelete } from './confirm-delete.tsx'
import { forEachItem } from './for-each-item.ts'
import type { FactsOfItem } from './library-facts.ts'
import type { LibraryFile } from './library-files.ts'
import styles from './uploads.module.css'

interface BulkActionsProps {
  /** The files that match the search and the filters. */
  readonly shown: readonly LibraryFile[]
  readonly facts: ReadonlyMap<string, FactsOfItem>
  readonly selected: ReadonlySet<string>
  readonly onSelected: (paths: ReadonlySet<string>) => void
  readonly onChanged: () => void
}

/** Selects all files that are found, and deletes the selected ones or changes their facts. */
export const BulkActions = ({ shown, facts, selected, onSelected, onChanged }: BulkActionsProps) => {
  const [editing, setEditing] = useState(false)
  const [deletions, setDeletions] = useState(0)
  const buttons = useRef<HTMLDivElement>(null)
  // Nothing is selected after a deletion, so the button that had the focus is disabled.
  useEffect(() => {
    if (deletions > 0) buttons.current?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [deletions])
  const count = selected.size
  /** Runs an action for each selected file. Those that failed stay selected, and the list is loaded once. */
  const runForSelected = async (action: (path: string) => Promise<unknown>) => {
    const { failed, reason } = await forEachItem([...selected], action)
    onSelected(new Set(failed))
    onChanged()
    if (failed.length > 0) throw new Error(`${failed.length} of ${count} files failed. ${messageOf(reason)}`)
  }
  const files = count === 1 ? '1 file' : `${count.toLocaleString('en-GB')} files`
  return (
    <div className={styles.bulk}>
      <div ref={buttons} className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          disabled={shown.length === 0}
          onClick={() => onSelected(new Set(shown.map(({ path }) => path)))}
        >
          Select all found
        </Button>
        <Button variant="quiet" size="small" disabled={count === 0} onClick={() => onSelected(new Set())}>
          Clear selection
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={count === 0}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          Change country and dates
        </Button>
        <ConfirmDelete
          thing="files"
          which="these"
          label="Delete selected"
          name="files"
          variant="secondary"
          disabled={count === 0}
          deleteItem={() => runForSelected(deleteLibraryFile)}
          onDone={() => setDeletions(deletions + 1)}
        >
          {files} will be removed from the library for all members, with their titles and descriptions.
        </ConfirmDelete>
      </div>
      <p role="status">{count === 0 ? null : `${files} selected`}</p>
      {editing && count > 0 ? (
        <BulkFactsForm facts={facts} run={runForSelected} onClose={() => setEditing(false)} />
      ) : null}
    </div>
  )
}
