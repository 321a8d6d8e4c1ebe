import { type FormEvent, type ReactNode, useState } from 'react'
import { recentSignInSeconds } from '#shared/values/limits.ts'
import { confirmPassword } from '#web/lib/sign-in.ts'
import { type RecentSignIn, useRecentSignIn } from '#web/lib/use-recent-sign-in.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { UsernameField } from '#web/ui/username-field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { callAnonymously } from '#web/lib/call.ts'
import { ConfirmWithPasskey } from './confirm-with-passkey.tsx'
import styles from './confirm-identity.module.css'

const otherWays = 'You can also use a passkey, if you have one, or a link that we email to you.'

type Opening = Pick<DialogProps, 'open' | 'onOpenChange'>

/** Props of the dialog of an action, which is closed but keeps its state while the user confirms their identity. */
export type CheckedDialogProps = Opening & Pick<RecentSignIn, 'onFailed' | 'onTooOld'>

interface ConfirmIdentityFirstProps extends Opening, Omit<ConfirmIdentityProps, 'onConfirmed'> {
  /** Longest age of a sign-in that needs no confirmation, and its text. Default: one hour. */
  readonly maxAge?: { readonly seconds: number; readonly text: string }
  /** Completes "Before you can …", for example 'delete sam@agents.example'. */
  readonly action: string
  /** Name of the password in the text. Default: 'your password'. */
  readonly passwordName?: string
  /** Renders the dialog of the action. */
  readonly children: (dialog: CheckedDialogProps) => ReactNode
}

const oneHour = { seconds: recentSignInSeconds, text: 'an hour' }

/**
 * Shows the dialog of an action that needs a recent sign-in. If the sign-in is too old, first asks for the password or
 * a passkey, or emails a sign-in link instead.
 */
export const ConfirmIdentityFirst = (props: ConfirmIdentityFirstProps) => {
  const { open, onOpenChange, maxAge = oneHour, email, nextStep, children } = props
  const { action, passwordName = 'your password' } = props
  const { mustConfirm, onConfirmed, onFailed, onTooOld } = useRecentSignIn(maxAge.seconds)
  if (!open) return null
  return (
    <>
      {mustConfirm ? (
        <Dialog
          open
          onOpenChange={onOpenChange}
          title="Confirm it’s you"
          description={`You signed in more than ${maxAge.text} ago. Before you can ${action}, please enter ${passwordName}. ${otherWays}`}
        >
          <ConfirmIdentity email={email} nextStep={nextStep} onConfirmed={onConfirmed} />
        </Dialog>
      ) : null}
      {children({ open: !mustConfirm, onOpenChange, onFailed, onTooOld })}
    </>
  )
}

type ConfirmBeforeNewPasswordProps = Pick<
  ConfirmIdentityFirstProps,
  'open' | 'onOpenChange' | 'email' | 'children'
>

/** Shows the dialog to choose a new password. Asks for the current password first if the sign-in is too old. */
export const ConfirmBeforeNewPassword = (props: ConfirmBeforeNewPasswordProps) => (
  <ConfirmIdentityFirst
    {...props}
    action={`change the password of ${props.email}`}
    passwordName="your current password"
    nextStep="choose your new password within an hour"
  />
)

interface ConfirmIdentityProps {
  readonly email: string
  /** Completes "come back to this page and …", for example 'delete your account within ten minutes'. */
  readonly nextStep: string
  readonly onConfirmed: () => void
}

const ConfirmIdentity = ({ email, nextStep, onConfirmed }: ConfirmIdentityProps) => {
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
    <Form
      busy={busy}
      method="post"
      className={styles.stack}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <UsernameField email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className={styles.buttons}>
        <ConfirmWithPasskey onConfirmed={onConfirmed} />
        <SignInLink email={email} nextStep={nextStep} />
        <Button type="submit" loading={busy}>
          Continue
        </Button>
      </div>
    </Form>
  )
}

const SignInLink = ({ email, nextStep }: Pick<ConfirmIdentityProps, 'email' | 'nextStep'>) => {
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>('idle')
  const send = () => {
    setState('busy')
    callAnonymously('send-magic-link', { email }).then(
      () => setState('sent'),
      () => setState('failed'),
    )
  }
  if (state === 'sent')
    return (
      <p className={styles.detail} role="status">
        We&rsquo;ve emailed you a link. Open it in this browser, then come back to this page and {nextStep}.
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
