import { CallError } from '../../../lib/call.ts'
import { useNewPassword } from '../../../lib/use-new-password.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../account.module.css'

/** Asks for a new password. All sessions end with it, so the person signs in again. */
export const ChangePasswordDialog = ({ open, onOpenChange }: Pick<DialogProps, 'open' | 'onOpenChange'>) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Change Password"
    description="You are signed out everywhere and sign in again with the new one."
  >
    <PasswordForm onCancel={() => onOpenChange(false)} />
  </Dialog>
)

const succeeded = () =>
  toast({ title: 'Success', description: 'Your password has been updated successfully.' })

const failed = (reason: unknown) => {
  const otherwise = 'Failed to update password'
  const wordless = reason instanceof CallError && reason.wordless
  toast({
    title: 'Error',
    description: wordless ? otherwise : messageOf(reason, otherwise),
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
