import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { numberOf, numberText } from '#web/lib/number-text.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { BulkFactsForm } from './bulk-facts-form.tsx'
import { DeleteSelected } from './delete-selected.tsx'
import { forEachItem } from './for-each-item.ts'
import styles from './uploads.module.css'

interface BulkActionsProps {
  readonly itemKind: 'file' | 'video'
  /** The paths of the files, or the ids of the videos, that match the search and the filters. */
  readonly found: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly titleOf: (item: string) => string
  /**
   * True if the countries and dates are known. Without them, an admin could not see which values a change would
   * replace.
   */
  readonly factsKnown: boolean
  readonly onSelected: Dispatch<SetStateAction<ReadonlySet<string>>>
  readonly onChanged: () => void
  readonly deleteItem: (item: string) => Promise<unknown>
  /** Consequence of a deletion, after 'will be removed from the library for all members'. */
  readonly consequence: string
}

/**
 * Returns the properties of the group of buttons, and a function that moves the focus after a deletion, after the form
 * has closed and after the selection was cleared, because the pressed button is disabled or gone. The focus moves to the
 * button that opens the form or, if that is disabled, to the first enabled button. If the reloaded list leaves no button
 * enabled, it moves to the group.
 */
const useFocusAfter = (isNothingFound: boolean) => {
  const [changes, setChanges] = useState(0)
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (changes === 0) return
    const inUse = (selector: string) => buttons.current?.querySelector<HTMLElement>(`${selector}:enabled`)
    const button = inUse('[aria-expanded]') ?? inUse('button') ?? buttons.current
    button?.focus()
  }, [changes])
  useEffect(() => {
    const { activeElement, body } = document
    // A disabled button has lost the focus, or does so next.
    if (changes > 0 && isNothingFound && (activeElement === body || activeElement?.matches(':disabled')))
      buttons.current?.focus()
  }, [changes, isNothingFound])
  return {
    group: { ref: buttons, role: 'group', tabIndex: -1 },
    moveFocus: () => setChanges((count) => count + 1),
  }
}

const selectionText = ({ itemKind, found, selected }: BulkActionsProps): string => {
  const listed = new Set(found)
  const others = [...selected].filter((item) => !listed.has(item)).length
  const text = `${numberOf(selected.size, itemKind)} selected`
  return others === 0 ? text : `${text}, ${numberText(others)} of them not in the lists below`
}

/** Names the list that a button acts on, because the page has two lists with a selection. */
const VideoSuffix = ({ itemKind }: Pick<BulkActionsProps, 'itemKind'>) =>
  itemKind === 'video' ? <span className="visually-hidden"> of videos</span> : null

/** Selects all files or videos that are found, and deletes the selected ones or changes their facts. */
export const BulkActions = (props: BulkActionsProps) => {
  const { itemKind, found, selected, onSelected, onChanged } = props
  const [editing, setEditing] = useState(false)
  const { group, moveFocus } = useFocusAfter(found.length === 0)
  const count = selected.size
  const close = () => {
    setEditing(false)
    moveFocus()
  }
  const clear = () => {
    onSelected(new Set())
    moveFocus()
  }
  /**
   * Runs an action for each selected item, and deselects those for which it succeeded. Ticks made meanwhile stay. Loads the
   * list once.
   */
  const runForSelected = async (action: (item: string) => Promise<unknown>) => {
    const { failed, reason } = await forEachItem([...selected], action)
    onSelected((now) => new Set([...now].filter((item) => !selected.has(item) || failed.includes(item))))
    onChanged()
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${count} ${itemKind}s failed. ${messageOf(reason)}`)
  }
  return (
    <div className={styles.bulk}>
      <div {...group} aria-label={`Selected ${itemKind}s`} className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          disabled={found.length === 0}
          onClick={() => onSelected(new Set([...selected, ...found]))}
        >
          {itemKind === 'file' ? 'Select all files found' : 'Select all videos'}
        </Button>
        <Button variant="quiet" size="small" disabled={count === 0} onClick={clear}>
          Clear selection
          <VideoSuffix itemKind={itemKind} />
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={!props.factsKnown || (count === 0 && !editing)}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          Change country and dates
          <VideoSuffix itemKind={itemKind} />
        </Button>
        <DeleteSelected
          {...props}
          countLabel={numberOf(count, itemKind)}
          run={runForSelected}
          onDone={moveFocus}
        />
      </div>
      <p role="status">{count > 0 || editing ? <LiveText>{selectionText(props)}</LiveText> : null}</p>
      {/* Stays open when another admin's deletion empties the selection, because the form may contain dates. */}
      {editing ? (
        <BulkFactsForm itemKind={itemKind} count={count} run={runForSelected} onClose={close} />
      ) : null}
    </div>
  )
}
