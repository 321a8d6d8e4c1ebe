import { useState, type FormEvent } from 'react'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { createReferral } from '../api.ts'
import { focusFirstField } from '../focus-first-field.ts'
import { CopyLink } from './copy-link.tsx'
import styles from './referrals.module.css'

/** A link that has just been created. */
export interface CreatedLink {
  readonly name: string
  readonly url: string
  readonly token: string
}

interface CreateLinkProps {
  /** The link that was created last; undefined once it no longer works. */
  readonly created: CreatedLink | undefined
  readonly onCreated: (link: CreatedLink) => void
}

/** Creates a link for a referrer and shows it. */
export const CreateLink = ({ created, onCreated }: CreateLinkProps) => {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const referrer = name.trim()
    if (referrer === '' || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const link = await createReferral(referrer)
      setName('')
      focusFirstField(form)
      onCreated({ name: referrer, ...link })
    } catch (reason) {
      setFailure(`Error: ${messageOf(reason)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title="Create a referral link">
      <Form busy={busy} className={styles.create} onSubmit={(event) => void create(event)}>
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
      </Form>
      {failure === undefined ? null : (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div role="status">
        {created ? (
          <div className={styles.created}>
            <p>
              The link for {created.name} is ready: <span className={styles.url}>{created.url}</span>
            </p>
            <CopyLink url={created.url} name={created.name} />
          </div>
        ) : null}
      </div>
    </Card>
  )
}
