import { useState } from 'react'
import { numberText } from '#web/lib/number-text.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import { deleteInThisTab } from './tab-deletions.ts'
import styles from './uploads.module.css'

interface DeleteSelectedProps {
  readonly itemKind: 'file' | 'video'
  /** The number of selected files or videos, with the word for them. */
  readonly countLabel: string
  readonly selected: ReadonlySet<string>
  readonly titleOf: (item: string) => string
  readonly deleteItem: (item: string) => Promise<unknown>
  /** Runs an action for each selected file or video. */
  readonly run: (action: (item: string) => Promise<unknown>) => Promise<void>
  readonly consequence: string
  readonly onDone: () => void
}

/** Number of titles in the confirmation. */
const maxTitles = 10

const Titles = ({ selected, titleOf }: Pick<DeleteSelectedProps, 'selected' | 'titleOf'>) => {
  const more = selected.size - maxTitles
  return (
    <ul className={styles.titles}>
      {[...selected].slice(0, maxTitles).map((item) => (
        <li key={item} dir="auto">
          {titleOf(item)}
        </li>
      ))}
      {more > 0 ? <li>And {numberText(more)} more</li> : null}
    </ul>
  )
}

/** A button that deletes the selected files or videos, after a confirmation that lists them. */
export const DeleteSelected = (props: DeleteSelectedProps) => {
  const { itemKind, countLabel, selected, titleOf, deleteItem, run, consequence, onDone } = props
  const [deleted, setDeleted] = useState(0)
  const deleteOne = async (item: string) => {
    await deleteInThisTab(item, deleteItem)
    setDeleted((count) => count + 1)
  }
  const deleteAll = () => {
    setDeleted(0)
    return run(deleteOne)
  }
  return (
    <ConfirmDelete
      itemKind={`${itemKind}s`}
      which="these"
      label="Delete selected"
      name={`${itemKind}s`}
      variant="secondary"
      disabled={selected.size === 0}
      details={<Titles selected={selected} titleOf={titleOf} />}
      progress={`${numberText(deleted)} of ${numberText(selected.size)} deleted`}
      deleteItem={deleteAll}
      onDone={onDone}
    >
      {countLabel} will be removed from the library for all members{consequence}
    </ConfirmDelete>
  )
}
