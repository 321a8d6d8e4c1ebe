import { useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../account.module.css'
import { deleteAccount } from '../api/delete-account.ts'

type DeleteDialogProps = Pick<DialogProps, 'open' | 'onOpenChange'> & { readonly onDeleted: () => void }

/** Why nothing was deleted, where the server said so. */
const unharmed = (failure: unknown): string | undefined =>
  failure instanceof CallError && (failure.status === 502 || failure.status === 409)
    ? `${messageOf(failure)} Nothing was deleted: your account is as it was.`
    : undefined

/** Asks before the account is deleted for good, and says what goes and what stays. */
export const DeleteDialog = ({ open, onOpenChange, onDeleted }: DeleteDialogProps) => {
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const change = (isOpen: boolean) => {
    setReason(undefined)
    onOpenChange(isOpen)
  }
  const remove = async () => {
    setBusy(true)
    setReason(undefined)
    try {
      await deleteAccount()
      onDeleted()
    } catch (failure) {
      setBusy(false)
      setReason(unharmed(failure))
      toast({
        title: 'Error',
        description: 'Failed to delete account. Please try again or contact support.',
        variant: 'destructive',
      })
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Delete your account?"
      description="This is permanent and cannot be undone. A subscription ends at once."
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => change(false)}>
            Keep my account
          </Button>
          <Button variant="destructive" loading={busy} onClick={() => void remove()}>
            Delete My Account
          </Button>
        </>
      }
    >
      {reason ? (
        <div className={styles.notice}>
          <Alert kind="error">{reason}</Alert>
        </div>
      ) : null}
      <h3>What is deleted</h3>
      <ul className={styles.list}>
        <li>Account and profile</li>
        <li>Subscription and billing data</li>
        <li>Access records and preferences</li>
        <li>Created content</li>
      </ul>
      <h3>What is not deleted</h3>
      <ul className={styles.list}>
        <li>Live chat messages, kept 12 months for legal compliance</li>
        <li>Payment records</li>
      </ul>
    </Dialog>
  )
}
