import { type FormEvent, useState } from 'react'
import type { Passkey } from '#shared/contract/passkeys.ts'
import { maxPasskeyNameLength } from '#shared/values/passkeys.ts'
import { type CheckedDialogProps, ConfirmIdentityFirst } from '#web/components/confirm-identity.tsx'
import { reportSignedOut } from '#web/components/signed-out.ts'
import { CallError } from '#web/lib/call.ts'
import { addPasskey, passkeyErrorText } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { listPasskeys } from '../api.ts'

interface AddPasskeyDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
  readonly suggestedName: string
  /** The passkeys that the page lists. */
  readonly listed: readonly Passkey[]
  /** Called when the passkey is stored. */
  readonly onAdded: () => void
  /** Called when the account may have a passkey that the page does not list. */
  readonly onOutdated: () => void
}

/** Shows the dialog to add a passkey. Asks the user to confirm their identity first if the sign-in is too old. */
export const AddPasskeyDialog = (props: AddPasskeyDialogProps) => (
  <ConfirmIdentityFirst
    {...props}
    action={`add a passkey to ${props.email}`}
    nextStep="add the passkey within an hour"
  >
    {(dialog) => <PasskeyDialog {...props} {...dialog} />}
  </ConfirmIdentityFirst>
)

/** Keeps the name that the user has typed while they confirm their identity. */
const PasskeyDialog = (props: AddPasskeyDialogProps & CheckedDialogProps) => {
  const { open, onOpenChange, email, suggestedName } = props
  const [name, setName] = useState(suggestedName)
  const adding = useAdding(props)
  return (
    <Dialog
      open={open}
      busy={adding.busy}
      onOpenChange={onOpenChange}
      title="Add a passkey"
      description={`Your browser will ask where to store the passkey and for your fingerprint, face or PIN. Then you can sign in to ${email} with it.`}
    >
      <PasskeyForm {...adding} name={name} onChange={setName} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Returns whether the server may have stored the passkey before the failure. */
const isUncertain = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 0 || failure.status >= 500)

/** Returns whether the account has a passkey of this name that the page does not list. False if it cannot be read. */
const hasUnlisted = async (name: string, listed: readonly Passkey[]): Promise<boolean> => {
  try {
    const { passkeys } = await listPasskeys()
    return passkeys.some((passkey) => passkey.name === name && listed.every(({ id }) => id !== passkey.id))
  } catch {
    // The form already reports a failure, and the user can try again.
    return false
  }
}

const textOf = (failure: unknown): string =>
  navigator.onLine && failure instanceof CallError && failure.hasNoServerMessage
    ? 'We couldn’t confirm that the passkey was added. Please try again.'
    : passkeyErrorText(failure, 'add')

/**
 * Returns whether the failure shows that the page may not list every passkey: the browser already has one for the
 * account, or another tab has added the last one that the account can have.
 */
const mayBeUnlisted = (failure: unknown): boolean =>
  (failure instanceof Error && failure.name === 'InvalidStateError') ||
  (failure instanceof CallError && failure.code === 'too_many_passkeys')

/** Adds a passkey, and closes the dialog once it is stored. */
const useAdding = (props: AddPasskeyDialogProps & CheckedDialogProps) => {
  const { listed, onOpenChange, onAdded, onOutdated, onFailed } = props
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const close = () => {
    toast({ title: 'Passkey added', description: 'You can sign in with it from now on.' })
    onOpenChange(false)
    onAdded()
  }
  const add = async (name: string) => {
    if (name === '') return setError('Name is required')
    setBusy(true)
    setError(undefined)
    try {
      await addPasskey(name)
      close()
    } catch (failure) {
      reportSignedOut(failure)
      if (isUncertain(failure) && (await hasUnlisted(name, listed))) return close()
      setBusy(false)
      if (mayBeUnlisted(failure)) onOutdated()
      if (!onFailed(failure)) setError(textOf(failure))
    }
  }
  return { error, busy, add }
}

interface PasskeyFormProps extends ReturnType<typeof useAdding> {
  readonly name: string
  readonly onChange: (name: string) => void
  readonly onCancel: () => void
}

const PasskeyForm = ({ error, busy, add, name, onChange, onCancel }: PasskeyFormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(name.trim())
  }
  return (
    <Form busy={busy} method="post" className={styles.stack} noValidate onSubmit={submit}>
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
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Continue
        </Button>
      </div>
    </Form>
  )
}
