import { useState, type FormEvent } from 'react'
import { messageOf } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { createReferral } from '../api/create-referral.ts'
import { CopyLink } from './copy-link.tsx'
import styles from './referrals.module.css'

/** A link fresh from the server. */
export interface MadeLink {
  readonly name: string
  readonly url: string
  readonly token: string
}

interface CreateLinkProps {
  /** The link that was made last, as long as it works. */
  readonly made: MadeLink | undefined
  readonly onCreated: (made: MadeLink) => void
}

/** Makes a link for a referrer, and shows it to be passed on. */
export const CreateLink = ({ made, onCreated }: CreateLinkProps) => {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const create = async (event: FormEvent) => {
    event.preventDefault()
    const referrer = name.trim()
    if (referrer === '' || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const link = await createReferral(referrer)
      setName('')
      onCreated({ name: referrer, ...link })
    } catch (reason) {
      setFailure(`Error: ${messageOf(reason)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title="Create a referral link">
      <form className={styles.create} onSubmit={(event) => void create(event)}>
        <TextField
          label="Referrer name"
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''} loading={busy}>
          Create link
        </Button>
      </form>
      {failure === undefined ? null : (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div role="status">
        {made ? (
          <div className={styles.made}>
            <p>
              The link of {made.name} is ready: <span className={styles.url}>{made.url}</span>
            </p>
            <CopyLink url={made.url} name={made.name} />
          </div>
        ) : null}
      </div>
    </Card>
  )
}
