import { useState, type FormEvent } from 'react'
import { countryNames, lawCountries } from '#shared/values/library-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { saveLibraryFacts } from '../api.ts'
import { runWithToast } from '../run-with-toast.ts'
import styles from './uploads.module.css'

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
  const [busy, setBusy] = useState(false)
  const isEmpty = country === '' && lawAsAt === '' && reviewBy === ''
  const saveOne = (item: string) =>
    saveLibraryFacts({
      item,
      country: lawCountries.find((known) => known === country),
      lawAsAt: lawAsAt || undefined,
      reviewBy: reviewBy || undefined,
    })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const saved = await runWithToast(() => run(saveOne), { done: 'Saved', failed: 'Save failed' })
    setBusy(false)
    if (saved) onClose()
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
      </div>
    </Form>
  )
}
