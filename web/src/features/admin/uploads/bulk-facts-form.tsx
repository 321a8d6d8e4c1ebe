import { useState, type FormEvent } from 'react'
import { countryNames, lawCountries } from '#shared/values/library-facts.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { saveLibraryFacts } from '../api.ts'
import { runWithToast } from '../run-with-toast.ts'
import styles from './uploads.module.css'

interface SaveProgress {
  readonly saved: number
  /** Number of items selected when the save began. The selection may change meanwhile. */
  readonly total: number
}

interface BulkFactsFormProps {
  readonly itemKind: 'file' | 'video'
  /** Number of selected files or videos. */
  readonly count: number
  /** Runs an action for each selected file or video. */
  readonly run: (action: (item: string) => Promise<unknown>) => Promise<void>
  readonly onClose: () => void
}

/**
 * Sets the country and the dates of several files or videos. An empty field keeps the value of each. Items without
 * facts need all three: the server rejects them otherwise, and they stay selected.
 */
export const BulkFactsForm = ({ itemKind, count, run, onClose }: BulkFactsFormProps) => {
  const [country, setCountry] = useState('')
  const [lawAsAt, setLawAsAt] = useState('')
  const [reviewBy, setReviewBy] = useState('')
  const [progress, setProgress] = useState<SaveProgress>()
  const busy = progress !== undefined
  const isEmpty = country === '' && lawAsAt === '' && reviewBy === ''
  const saveOne = async (item: string) => {
    const known = lawCountries.find((one) => one === country)
    await saveLibraryFacts({
      item,
      country: known,
      lawAsAt: lawAsAt || undefined,
      reviewBy: reviewBy || undefined,
    })
    setProgress((before) => before && { ...before, saved: before.saved + 1 })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProgress({ saved: 0, total: count })
    const areSaved = await runWithToast(() => run(saveOne), { done: 'Saved', failed: 'Save failed' })
    setProgress(undefined)
    if (areSaved) onClose()
  }
  return (
    <Form busy={busy} className={styles.form} onSubmit={(event) => void save(event)}>
      <SelectField
        label="Country"
        placeholder="Keep as it is"
        options={lawCountries.map((value) => ({ value, label: countryNames[value] }))}
        value={country}
        onChange={({ target }) => setCountry(target.value)}
      />
      <TextField
        label="Law as at"
        hint={`Leave it empty to keep the date of each ${itemKind}`}
        type="date"
        value={lawAsAt}
        onChange={({ target }) => setLawAsAt(target.value)}
      />
      <TextField
        label="Review by"
        hint={`Leave it empty to keep the date of each ${itemKind}`}
        type="date"
        value={reviewBy}
        onChange={({ target }) => setReviewBy(target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" disabled={isEmpty || count === 0} loading={busy}>
          Save for all selected
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <ProgressText progress={progress} />
      </div>
    </Form>
  )
}

/** Always on the page: screen readers may miss a status that appears with its text. */
const ProgressText = ({ progress }: { progress: SaveProgress | undefined }) => (
  <span role="status">
    {progress ? (
      <LiveText>{`${numberText(progress.saved)} of ${numberText(progress.total)} saved`}</LiveText>
    ) : null}
  </span>
)
