import { type FormEvent, useState } from 'react'
import { confirmPassword } from '#web/lib/session.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import styles from '../account.module.css'
import { sendMagicLink } from '../api.ts'

interface ConfirmIdentityProps {
  readonly email: string
  readonly onConfirmed: () => void
}

/** Asks for the password again, or emails a sign-in link instead. */
export const ConfirmIdentity = ({ email, onConfirmed }: ConfirmIdentityProps) => {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setError('Password is required')
    setBusy(true)
    setError(undefined)
    try {
      await confirmPassword(email, password)
      onConfirmed()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }
  return (
    <form method="post" className={styles.stack} noValidate onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className={styles.buttons}>
        <SignInLink email={email} />
        <Button type="submit" loading={busy}>
          Continue
        </Button>
      </div>
    </form>
  )
}

const SignInLink = ({ email }: { email: string }) => {
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>('idle')
  const send = () => {
    setState('busy')
    sendMagicLink(email).then(
      () => setState('sent'),
      () => setState('failed'),
    )
  }
  if (state === 'sent')
    return (
      <p className={styles.detail} role="status">
        We&rsquo;ve emailed you a link. Open it in this browser, then come back to this page and delete your
        account within ten minutes.
      </p>
    )
  return (
    <>
      {state === 'failed' ? (
        <p className={styles.detail} role="alert">
          The link could not be sent. Please try again.
        </p>
      ) : null}
      <Button variant="secondary" loading={state === 'busy'} onClick={send}>
        Email me a link instead
      </Button>
    </>
  )
}
