import { useRef, useState } from 'react'
import type { Passkey } from '#shared/contract/passkeys.ts'
import { maxPasskeys } from '#shared/values/passkeys.ts'
import { dayText } from '#web/lib/dates.ts'
import { usePasskeySupport } from '#web/lib/passkeys.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusReplacement, headingIn } from '#web/ui/focus/focus-replacement.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import account from '../account.module.css'
import styles from './passkeys.module.css'
import { listPasskeys } from '../api.ts'
import { useAccountForms } from './use-account-forms.ts'

interface PasskeysCardProps {
  readonly email: string
}

/**
 * Lists the account's passkeys, with buttons to add and remove one. Shows nothing if the browser or the stage has none.
 */
export const PasskeysCard = ({ email }: PasskeysCardProps) =>
  usePasskeySupport() ? <Passkeys email={email} /> : null

const Passkeys = ({ email }: PasskeysCardProps) => {
  const { result, retry, reload } = useResult(listPasskeys)
  const card = useRef<HTMLElement>(null)
  const focusHeading = () => focusReplacement(() => headingIn(card.current))
  const showChange = () => {
    retry()
    focusHeading()
  }
  if (result.state === 'failed')
    return (
      <LoadFailed title="Your passkeys could not be loaded" onRetry={retry}>
        {result.message}
      </LoadFailed>
    )
  return (
    <Card title="Passkeys" ref={card}>
      <div className={styles.passkeys}>
        {result.state === 'loading' ? (
          <Spinner label={result.slow ? 'Still loading your passkeys' : 'Loading your passkeys'} />
        ) : (
          <PasskeyList
            email={email}
            passkeys={result.data.passkeys}
            onChanged={showChange}
            onOutdated={reload}
            onButtonGone={focusHeading}
          />
        )}
      </div>
    </Card>
  )
}

interface PasskeyListProps extends PasskeysCardProps {
  readonly passkeys: readonly Passkey[]
  readonly onChanged: () => void
  /** Loads the list again behind an open dialog. */
  readonly onOutdated: () => void
  /** Called when the dialog to add a passkey is closed and its button no longer exists. */
  readonly onButtonGone: () => void
}

const PasskeyList = ({ email, passkeys, onChanged, onOutdated, onButtonGone }: PasskeyListProps) => {
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const forms = useAccountForms(adding || removed !== undefined, () => {
    setAdding(false)
    setRemoved(undefined)
  })
  return (
    <>
      {passkeys.length === 0 ? (
        <p>
          A passkey lets you sign in with your fingerprint, your face or your device’s PIN. You don’t need
          your password or an email.
        </p>
      ) : (
        <ul className={styles.passkeyList}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              loading={removed === passkey && !forms}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      {passkeys.length < maxPasskeys ? (
        <Button variant="secondary" wide loading={adding && !forms} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className={account.detail}>
          An account can have {maxPasskeys} passkeys. Remove one to add another.
        </p>
      )}
      {forms ? (
        <>
          <forms.AddPasskeyDialog
            open={adding}
            onOpenChange={(open) => {
              setAdding(open)
              if (!open && passkeys.length >= maxPasskeys) onButtonGone()
            }}
            email={email}
            suggestedName={`Passkey ${passkeys.length + 1}`}
            listed={passkeys}
            onAdded={onChanged}
            onOutdated={onOutdated}
          />
          <forms.RemovePasskeyDialog
            passkey={removed}
            email={email}
            onClose={() => setRemoved(undefined)}
            onRemoved={onChanged}
          />
        </>
      ) : null}
    </>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly loading: boolean
  readonly onRemove: () => void
}

const PasskeyRow = ({ passkey, loading, onRemove }: PasskeyRowProps) => {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className={styles.passkey}>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className={account.detail}>
          Added on {dayText(createdAt)}.{' '}
          {lastUsedAt === null ? 'Not used yet.' : `Last used on ${dayText(lastUsedAt)}.`}
        </p>
      </div>
      <Button variant="quiet" size="small" aria-label={`Remove ${name}`} loading={loading} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
