import { useState } from 'react'
import { dayText } from '#web/lib/dates.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { listLibraryChanges } from '../api.ts'
import { HistoryFailed } from './history-failed.tsx'

/** Adds the full stop that an admin has left out, because another sentence follows. */
const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/** Describes a change that has no sentence. Only a replacement has no date of the law. */
const textWithoutSentence = (lawAsAt: string | null): string =>
  lawAsAt === null ? 'The file was replaced.' : 'The details were updated.'

/** Loads and lists the changes of an item. */
const ItemChanges = ({ id }: { id: string }) => {
  const [load] = useState(() => async () => (await listLibraryChanges(id)).data)
  const { result, retry } = useResult(load)
  if (result.state === 'loading') return <Spinner label="Loading the history" size={18} />
  if (result.state === 'failed') return <HistoryFailed onRetry={retry}>{result.message}</HistoryFailed>
  if (result.data.length === 0) return <p>No changes are recorded yet.</p>
  return (
    <ul>
      {result.data.map(({ at, whatChanged, lawAsAt }) => (
        <li key={at}>
          {dayText(at)}:{' '}
          <bdi>{whatChanged === null ? textWithoutSentence(lawAsAt) : sentence(whatChanged)}</bdi>
          {lawAsAt === null ? null : ` Law as at ${dayText(lawAsAt)}.`}
        </li>
      ))}
    </ul>
  )
}

export default ItemChanges
