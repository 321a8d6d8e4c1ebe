import { type FormEvent, useState } from 'react'
import { maxPasskeyNameLength } from '#shared/values/passkeys.ts'
import { ConfirmIdentityDialog } from '#web/content/confirm-identity.tsx'
import { addPasskey, passkeyErrorText } from '#web/lib/passkeys.ts'
import { type RecentSignIn, useRecentSignIn } from '#web/lib/use-recent-sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'

interface AddPasskeyDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
  readonly suggestedName: string
  /** Called when the passkey is stored. */
  readonly onAdded: () => void
}

/** Shows the dialog to add a passkey. Asks the user to confirm their identity first if the sign-in is too old. */
export const AddPasskeyDialog = (props: AddPasskeyDialogProps) => {
  const recentSignIn = useRecentSignIn()
  return props.open ? <OpenDialog {...props} {...recentSignIn} /> : null
}

/** Keeps the name that the user has typed while they confirm their identity. */
const OpenDialog = (props: AddPasskeyDialogProps & RecentSignIn) => {
  const { onOpenChange, email, suggestedName, mustConfirm, onConfirmed } = props
  const [name, setName] = useState(suggestedName)
  if (mustConfirm)
    return (
      <ConfirmIdentityDialog
        email={email}
        reason={`You signed in more than an hour ago. Before you can add a passkey to ${email}, please enter your password.`}
        nextStep="add the passkey within an hour"
        onOpenChange={onOpenChange}
        onConfirmed={onConfirmed}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Add a passkey"
      description={`Your browser will ask where to store the passkey and for your fingerprint, face or PIN. Then you can sign in to ${email} with it.`}
    >
      <PasskeyForm {...props} name={name} onChange={setName} />
    </Dialog>
  )
}

interface PasskeyFormProps extends Pick<AddPasskeyDialogProps, 'onOpenChange' | 'onAdded'> {
  readonly name: string
  readonly onChange: (name: string) => void
  readonly onFailed: RecentSignIn['onFailed']
}

const PasskeyForm = ({ name, onChange, onOpenChange, onAdded, onFailed }: PasskeyFormProps) => {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError('Name is required')
    setBusy(true)
    setError(undefined)
    try {
      await addPasskey(name)
      toast({ title: 'Passkey added', description: 'You can sign in with it from now on.' })
      onOpenChange(false)
      onAdded()
    } catch (failure) {
      setBusy(false)
      if (!onFailed(failure)) setError(passkeyErrorText(failure, 'add'))
    }
  }
  return (
    <form method="post" className={styles.stack} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        hint="Helps you tell your passkeys apart, for example ‘Work laptop’."
        maxLength={maxPasskeyNameLength}
        autoComplete="off"
        value={name}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Continue
        </Button>
      </div>
    </form>
  )
}
