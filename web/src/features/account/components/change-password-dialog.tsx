import { CallError } from '#web/lib/call.ts'
import { useNewPassword } from '#web/lib/use-new-password.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'

interface ChangePasswordDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
}

/** Shows the dialog to choose a new password. All sessions then end, so the user signs in again. */
export const ChangePasswordDialog = ({ open, onOpenChange, email }: ChangePasswordDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Change Password"
    description={`Choose a new password for ${email}. You’ll be signed out on every device. Then sign in again with your new password.`}
  >
    <PasswordForm onCancel={() => onOpenChange(false)} />
  </Dialog>
)

const succeeded = () =>
  toast({ title: 'Success', description: 'Your password has been updated successfully.' })

const failed = (reason: unknown) => {
  const otherwise = 'Failed to update password'
  const hasNoServerMessage = reason instanceof CallError && reason.hasNoServerMessage
  toast({
    title: 'Error',
    description: hasNoServerMessage ? otherwise : messageOf(reason, otherwise),
    variant: 'destructive',
  })
}

const PasswordForm = ({ onCancel }: { onCancel: () => void }) => {
  const { fields, busy, onSubmit } = useNewPassword(succeeded, failed)
  return (
    <form method="post" className={styles.stack} noValidate onSubmit={onSubmit}>
      <NewPasswordFields {...fields} />
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Update Password
        </Button>
      </div>
    </form>
  )
}
