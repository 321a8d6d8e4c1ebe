import { useState } from 'react'
import { countryNames } from '#shared/values/library-facts.ts'
import { dayText } from '#web/lib/dates.ts'
import { useEditFocus } from '#web/ui/focus/use-edit-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FactsForm } from './facts-form.tsx'
import type { FactsOfItem } from './library-facts.ts'
import styles from './uploads.module.css'

interface FactsEditorProps {
  readonly item: FactsOfItem
  readonly onSaved: () => Promise<void>
  /** Called when the item turns out to be deleted. */
  readonly onDeleted: () => void
  /** Called when the form opens or closes. */
  readonly onEditing: (editing: boolean) => void
}

/**
 * Returns the facts of a row. If they can no longer be loaded while their form is open, returns the facts that it was
 * opened with.
 */
export const useEditedFacts = (current: FactsOfItem | undefined, onEditing: (isEditing: boolean) => void) => {
  const [edited, setEdited] = useState<FactsOfItem>()
  const setEditing = (editing: boolean) => {
    setEdited(editing ? current : undefined)
    onEditing(editing)
  }
  return { facts: current ?? edited, setEditing }
}

/** Shows what a file or video states about the law, with a button to change it. */
export const FactsEditor = ({ item, onSaved, onDeleted, onEditing }: FactsEditorProps) => {
  const [editing, setOpen] = useState(false)
  const setEditing = (isEditing: boolean) => {
    setOpen(isEditing)
    onEditing(isEditing)
  }
  const editor = useEditFocus<HTMLDivElement>(editing, { field: 'select', button: 'button' })
  const { facts } = item
  return (
    <div ref={editor}>
      {editing ? (
        <FactsForm
          item={item.item}
          facts={facts}
          onClose={() => setEditing(false)}
          onSaved={onSaved}
          onDeleted={onDeleted}
        />
      ) : (
        <p className={classNames(styles.quiet, styles.law)}>
          <span>
            {facts
              ? `${countryNames[facts.country]}, law as at ${dayText(facts.lawAsAt)}, review by ${dayText(facts.reviewBy)}`
              : 'No country or review date yet'}
          </span>
          <Button
            variant="quiet"
            size="small"
            aria-label={`Change law and review dates of ${item.title}`}
            onClick={() => setEditing(true)}
          >
            Change
          </Button>
        </p>
      )}
    </div>
  )
}
