import { useState, type FormEvent } from 'react'
import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import { countryNames, lawCountries, libraryTopics, topicNames } from '#shared/values/library-facts.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { saveLibraryFacts } from '../api.ts'
import { runWithToast } from '../run-with-toast.ts'
import styles from './uploads.module.css'

interface FactsFormProps {
  /** The path of a file, or the id of a video. */
  readonly item: string
  /** Null if none were saved. */
  readonly facts: LibraryFacts | null
  readonly onClose: () => void
  /** Called when the facts have been saved. */
  readonly onSaved: () => void
}

const countryOptions = lawCountries.map((value) => ({ value, label: countryNames[value] }))
const topicOptions = libraryTopics.map((value) => ({ value, label: topicNames[value] }))

/** A year after today, as most items are checked once a year. */
const nextYear = (today: string): string =>
  `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`.replace('-02-29', '-02-28')

const newFacts = (today: string): LibraryFacts => ({
  country: 'both',
  topic: null,
  lawAsAt: today,
  reviewBy: nextYear(today),
  whatChanged: null,
})

/** Returns the fields that differ, so that what another admin has changed in the others stays. */
const changesOf = (
  { country, topic, lawAsAt, reviewBy, whatChanged }: LibraryFacts,
  before: LibraryFacts | null,
): Partial<LibraryFacts> => ({
  ...(country === before?.country ? {} : { country }),
  ...(topic === before?.topic ? {} : { topic }),
  ...(lawAsAt === before?.lawAsAt ? {} : { lawAsAt }),
  ...(reviewBy === before?.reviewBy ? {} : { reviewBy }),
  ...(whatChanged === before?.whatChanged ? {} : { whatChanged }),
})

/** Edits what a file or video states about the law. */
export const FactsForm = ({ item, facts, onClose, onSaved }: FactsFormProps) => {
  const [values, setValues] = useState(() => facts ?? newFacts(londonDayOf(serverNow())))
  const [busy, setBusy] = useState(false)
  const change = (changes: Partial<LibraryFacts>) => setValues((before) => ({ ...before, ...changes }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const texts = { done: 'Saved', failed: 'Save failed' }
    const saved = await runWithToast(() => saveLibraryFacts({ item, ...changesOf(values, facts) }), texts)
    setBusy(false)
    if (!saved) return
    onClose()
    onSaved()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <FactsFields values={values} onChange={change} />
      <div className={styles.actions}>
        <Button type="submit" size="small" loading={busy}>
          Save
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface FactsFieldsProps {
  readonly values: LibraryFacts
  readonly onChange: (changes: Partial<LibraryFacts>) => void
}

const FactsFields = ({ values, onChange }: FactsFieldsProps) => (
  <>
    <SelectField
      label="Country"
      options={countryOptions}
      value={values.country}
      onChange={({ target }) =>
        onChange({ country: lawCountries.find((known) => known === target.value) ?? 'both' })
      }
    />
    <SelectField
      label="Topic"
      placeholder="No topic"
      options={topicOptions}
      value={values.topic ?? ''}
      onChange={({ target }) =>
        onChange({ topic: libraryTopics.find((known) => known === target.value) ?? null })
      }
    />
    <TextField
      label="Law as at"
      type="date"
      required
      value={values.lawAsAt}
      onChange={({ target }) => onChange({ lawAsAt: target.value })}
    />
    <TextField
      label="Review by"
      type="date"
      required
      min={values.lawAsAt}
      value={values.reviewBy}
      onChange={({ target }) => onChange({ reviewBy: target.value })}
    />
    <TextField
      label="What changed"
      hint="One sentence for members. Leave it empty if nothing changed."
      maxLength={200}
      value={values.whatChanged ?? ''}
      onChange={({ target }) => onChange({ whatChanged: target.value || null })}
    />
  </>
)
