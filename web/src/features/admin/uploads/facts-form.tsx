import { useState, type FormEvent } from 'react'
import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import { countryNames, lawCountries, libraryTopics, topicNames } from '#shared/values/library-facts.ts'
import { CallError } from '#web/lib/call.ts'
import { dayText } from '#web/lib/dates.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { saveLibraryFacts } from '../api.ts'
import { loadFactsOf } from './library-facts.ts'
import { recordDeletion } from './tab-deletions.ts'
import styles from './uploads.module.css'

interface FactsFormProps {
  /** The path of a file, or the id of a video. */
  readonly item: string
  /** Null if none were saved. */
  readonly facts: LibraryFacts | null
  readonly onClose: () => void
  /** Called when the facts have been saved. Resolves when the list has been loaded again. */
  readonly onSaved: () => Promise<void>
  /** Called when the item turns out to be deleted. */
  readonly onDeleted: () => void
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

/** Returns the fields that differ. Only these are saved, so that another admin's changes to other fields stay. */
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

/**
 * Saves facts. When another admin has changed one of them since, keeps what was typed and shows the other's facts.
 */
const useFactsForm = ({ item, facts, onClose, onSaved, onDeleted }: FactsFormProps) => {
  const [started] = useState(() => facts ?? newFacts(londonDayOf(serverNow())))
  // The list may be loaded again while the form is open. The admin has seen these facts.
  const [seen, setSeen] = useState(facts)
  const [values, setValues] = useState(started)
  const [others, setOthers] = useState<LibraryFacts>()
  const [busy, setBusy] = useState(false)
  const change = (changes: Partial<LibraryFacts>) => setValues((before) => ({ ...before, ...changes }))
  const cancel = () => {
    onClose()
    if (others !== undefined) void onSaved()
  }
  const showOthers = async () => {
    const latest = await loadFactsOf(item)
    if (latest === null) return
    // Fields that this admin has not touched take the other admin's values.
    setValues({ ...latest, ...changesOf(values, seen ?? started) })
    setSeen(latest)
    setOthers(latest)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await saveLibraryFacts({ item, ...changesOf(values, seen), seen })
      toast({ title: 'Saved' })
      // Until the list has been loaded again, the row, and a form that it opens, would show the facts before the change.
      await onSaved()
      onClose()
    } catch (failure) {
      const code = failure instanceof CallError ? failure.code : undefined
      toast({ title: 'Save failed', description: messageOf(failure), variant: 'destructive' })
      if (code === 'not_found') {
        recordDeletion(item)
        onClose()
        onDeleted()
      }
      // If the facts of the other admin cannot be loaded either, the next attempt to save is rejected again.
      if (code === 'item_changed') await showOthers().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  return { values, others, busy, change, cancel, save }
}

/** Edits what a file or video states about the law. */
export const FactsForm = (props: FactsFormProps) => {
  const { values, others, busy, change, cancel, save } = useFactsForm(props)
  return (
    <Form busy={busy} className={styles.form} onSubmit={(event) => void save(event)}>
      {others === undefined ? null : (
        <Alert kind="warning" title="Another admin saved this item while you were editing">
          They saved: {factsText(others)} What you entered is still here. Save again to replace theirs, or
          cancel to keep theirs.
        </Alert>
      )}
      <FactsFields values={values} onChange={change} />
      <div className={styles.actions}>
        <Button type="submit" size="small" loading={busy}>
          Save
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

const factsText = ({ country, topic, lawAsAt, reviewBy, whatChanged }: LibraryFacts): string =>
  [
    countryNames[country],
    topic === null ? 'no topic' : `topic ‘${topicNames[topic]}’`,
    `law as at ${dayText(lawAsAt)}`,
    `review by ${dayText(reviewBy)}`,
    whatChanged === null ? 'nothing under ‘What changed’.' : `‘${whatChanged}’`,
  ].join(', ')

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
