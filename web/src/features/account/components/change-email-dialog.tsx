import { type FormEvent, useState } from 'react'
import { type CheckedDialogProps, ConfirmIdentityFirst } from '#web/components/confirm-identity.tsx'
import { cleanEmail } from '#web/lib/clean-email.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import styles from '../account.module.css'
import { changeEmail } from '../api.ts'

interface ChangeEmailDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
}

/** Shows the dialog to change the email address. Asks for the password first if the sign-in is too old. */
export const ChangeEmailDialog = (props: ChangeEmailDialogProps) => (
  <ConfirmIdentityFirst
    {...props}
    action={`change the email address ${props.email}`}
    nextStep="enter your new address within an hour"
  >
    {(dialog) => <EmailDialog {...dialog} email={props.email} />}
  </ConfirmIdentityFirst>
)

/** Keeps what the user has typed while they confirm their identity. */
const EmailDialog = ({
  open,
  onOpenChange,
  email,
  onFailed,
}: ChangeEmailDialogProps & CheckedDialogProps) => {
  const [address, setAddress] = useState('')
  const sending = useSending(onFailed)
  return (
    <Dialog
      open={open}
      busy={sending.state === 'busy'}
      onOpenChange={onOpenChange}
      title="Change Email Address"
      description={`You sign in with ${email}. We’ll email a link to your new address. The address changes when you confirm it on the page that the link opens.`}
    >
      <EmailForm address={address} onChange={setAddress} onClose={() => onOpenChange(false)} {...sending} />
    </Dialog>
  )
}

/** Sends the link. `onFailed` returns whether a failure is handled outside the form. */
const useSending = (onFailed: CheckedDialogProps['onFailed']) => {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [error, setError] = useState<string>()
  const send = async (address: string) => {
    setState('busy')
    setError(undefined)
    try {
      await changeEmail(cleanEmail(address))
      setState('sent')
    } catch (failure) {
      setState('idle')
      if (!onFailed(failure)) setError(messageOf(failure))
    }
  }
  return { state, error, send }
}

interface EmailFormProps extends ReturnType<typeof useSending> {
  readonly address: string
  readonly onChange: (address: string) => void
  readonly onClose: () => void
}

const EmailForm = ({ address, onChange, onClose, state, error, send }: EmailFormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(address)
  }
  if (state === 'sent')
    return (
      <div className={styles.stack}>
        <Alert kind="success" title="Check your inbox">
          If {withEmailBreaks(address)} can be used, we&rsquo;ve emailed a link to it. Open the link within an
          hour to finish. Your current address stays in use until then.
        </Alert>
        <div className={styles.buttons}>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    )
  return (
    <Form busy={state === 'busy'} method="post" className={styles.stack} noValidate onSubmit={submit}>
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="secondary" disabled={state === 'busy'} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={state === 'busy'}>
          Send link
        </Button>
      </div>
    </Form>
  )
}
