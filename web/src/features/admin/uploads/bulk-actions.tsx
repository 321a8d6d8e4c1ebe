import { useEffect, useRef, useState } from 'react'
import { numberText } from '#web/lib/number-text.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { BulkFactsForm } from './bulk-facts-form.tsx'
import { ConfirmDelete } from './confirm-delete.tsx'
import { deleteHere } from './own-deletions.ts'
import { forEachItem } from './for-each-item.ts'
import styles from './uploads.module.css'

interface BulkActionsProps {
  readonly thing: 'file' | 'video'
  /** The paths of the files, or the ids of the videos, that match the search and the filters. */
  readonly found: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onSelected: (items: ReadonlySet<string>) => void
  readonly onChanged: () => void
  readonly deleteItem: (item: string) => Promise<unknown>
  /** Consequence of a deletion, after 'will be removed from the library for all members'. */
  readonly consequence: string
}

/**
 * Focuses the first button in use after a deletion: nothing is selected then, and the button that was pressed is
 * disabled.
 */
const useFocusAfter = (deletions: number) => {
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (deletions > 0) buttons.current?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [deletions])
  return buttons
}

const countText = (count: number, thing: string): string =>
  count === 1 ? `1 ${thing}` : `${numberText(count)} ${thing}s`

/** Whose selection a button is for, where the page has two. */
const OfVideos = ({ thing }: Pick<BulkActionsProps, 'thing'>) =>
  thing === 'video' ? <span className="visually-hidden"> of videos</span> : null

/** Selects all files or videos that are found, and deletes the selected ones or changes their facts. */
export const BulkActions = (props: BulkActionsProps) => {
  const { thing, found, selected, onSelected, onChanged, deleteItem, consequence } = props
  const [editing, setEditing] = useState(false)
  const [deletions, setDeletions] = useState(0)
  const buttons = useFocusAfter(deletions)
  const count = selected.size
  /** Runs an action for each selected file. Those that failed stay selected, and the list is loaded once. */
  const runForSelected = async (action: (item: string) => Promise<unknown>) => {
    const { failed, reason } = await forEachItem([...selected], action)
    onSelected(new Set(failed))
    onChanged()
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${count} ${thing}s failed. ${messageOf(reason)}`)
  }
  const things = countText(count, thing)
  return (
    <div className={styles.bulk}>
      <div ref={buttons} className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          disabled={found.length === 0}
          onClick={() => onSelected(new Set(found))}
        >
          {thing === 'file' ? 'Select all found' : 'Select all videos'}
        </Button>
        <Button variant="quiet" size="small" disabled={count === 0} onClick={() => onSelected(new Set())}>
          Clear selection
          <OfVideos thing={thing} />
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={count === 0 && !editing}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          Change country and dates
          <OfVideos thing={thing} />
        </Button>
        <ConfirmDelete
          thing={`${thing}s`}
          which="these"
          label="Delete selected"
          name={`${thing}s`}
          variant="secondary"
          disabled={count === 0}
          deleteItem={() => runForSelected((item) => deleteHere(item, deleteItem))}
          onDone={() => setDeletions(deletions + 1)}
        >
          {things} will be removed from the library for all members{consequence}
        </ConfirmDelete>
      </div>
      <p role="status">{count > 0 || editing ? `${things} selected` : null}</p>
      {/* Stays open without a selection, which another admin's deletion can empty: the form may contain dates. */}
      {editing ? (
        <BulkFactsForm thing={thing} count={count} run={runForSelected} onClose={() => setEditing(false)} />
      ) : null}
    </div>
  )
}
