import { useState } from 'react'
import { useResult } from '#web/lib/use-result.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { getLibraryEmails, setLibraryEmails } from '../api.ts'
import { runAction } from '../run-action.ts'

/** Switches the monthly email about changes to the library on or off. It is off by default. */
export const LibraryEmailsCard = () => {
  const { result, retry } = useResult(getLibraryEmails)
  if (result.state === 'failed')
    return (
      <LoadFailed title="Your email settings could not be loaded" onRetry={retry}>
        {result.message}
      </LoadFailed>
    )
  return (
    <Card title="Emails about the library">
      {result.state === 'loading' ? (
        <Spinner label={result.slow ? 'Still loading your email settings' : 'Loading your email settings'} />
      ) : (
        <Choice initial={result.data.on} />
      )}
    </Card>
  )
}

const Choice = ({ initial }: { initial: boolean }) => {
  const [on, setOn] = useState(initial)
  const [busy, setBusy] = useState(false)
  const change = async (isOn: boolean) => {
    if (busy) return
    setBusy(true)
    setOn(isOn)
    const saved = await runAction(
      () => setLibraryEmails(isOn),
      'Your choice was not saved. Please try again.',
    )
    if (saved) toast({ title: isOn ? 'Monthly email switched on' : 'Monthly email switched off' })
    else setOn(!isOn)
    setBusy(false)
  }
  return (
    <>
      <Checkbox
        label="Email me once a month about changes to the library"
        checked={on}
        aria-disabled={busy}
        onChange={({ target }) => void change(target.checked)}
      />
      <p className={styles.detail}>
        We only email members, and only if something has changed. Each email has a link that stops these
        emails.
      </p>
    </>
  )
}
