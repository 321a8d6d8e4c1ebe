import { useState } from 'react'
import type { Passkey } from '#shared/contract/passkeys.ts'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { removePasskey } from '../api.ts'

interface RemovePasskeyDialogProps {
  /** The passkey to remove. Undefined while the dialog is closed. */
  readonly passkey: Passkey | undefined
  readonly email: string
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Removes a passkey, which may have been removed already: in another tab, or by a request whose response was lost. */
const removeOnce = async (id: string): Promise<void> => {
  try {
    await removePasskey(id)
  } catch (failure) {
    if (!(failure instanceof CallError && failure.code === 'not_found')) throw failure
  }
}

const textOf = (failure: unknown): string =>
  failureText(failure, 'We couldn’t confirm that the passkey was removed. Please try again.')

/** Asks for confirmation before a passkey is removed. */
export const RemovePasskeyDialog = ({ passkey, email, onClose, onRemoved }: RemovePasskeyDialogProps) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const remove = async ({ id, name }: Passkey) => {
    setBusy(true)
    setError(undefined)
    try {
      await removeOnce(id)
      toast({ title: 'Passkey removed', description: `‘${name}’ can no longer be used to sign in.` })
      close()
      onRemoved()
    } catch (failure) {
      setError(textOf(failure))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open={passkey !== undefined}
      busy={busy}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title="Remove this passkey?"
      description={`‘${passkey?.name ?? ''}’ will no longer sign you in to ${email}. Your password and emailed links still work. Your device may keep showing the passkey until you delete it there.`}
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            Keep passkey
          </Button>
          <Button variant="destructive" loading={busy} onClick={() => passkey && void remove(passkey)}>
            Remove passkey
          </Button>
        </>
      }
    >
      {error ? <Alert kind="error">{error}</Alert> : null}
    </Dialog>
  )
}
