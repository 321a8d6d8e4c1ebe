import { type CheckedDialogProps, ConfirmBeforeNewPassword } from '#web/content/confirm-identity.tsx'
import { CallError } from '#web/lib/call.ts'
import { useNewPassword } from '#web/lib/use-new-password.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { UsernameField } from '#web/ui/username-field.tsx'
import styles from '../account.module.css'

interface ChangePasswordDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
}

/**
 * Shows the dialog to choose a new password. All sessions then end, so the user signs in again. Asks for the current
 * password first if the sign-in is too old.
 */
export const ChangePasswordDialog = (props: ChangePasswordDialogProps) => (
  <ConfirmBeforeNewPassword {...props}>
    {(dialog) => <PasswordDialog {...dialog} email={props.email} />}
  </ConfirmBeforeNewPassword>
)

/** Keeps what the user has typed while they confirm their identity. */
const PasswordDialog = ({
  open,
  onOpenChange,
  email,
  onFailed,
}: ChangePasswordDialogProps & CheckedDialogProps) => {
  const form = useNewPassword({
    onChanged: succeeded,
    onFailed: (failure) => {
      if (!onFailed(failure)) failed(failure)
      return true
    },
  })
  return (
    <Dialog
      open={open}
      busy={form.busy}
      onOpenChange={onOpenChange}
      title="Change Password"
      description={`Choose a new password for ${email}. You’ll be signed out on every device. Then sign in again with your new password.`}
    >
      <PasswordForm email={email} onCancel={() => onOpenChange(false)} form={form} />
    </Dialog>
  )
}

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

interface PasswordFormProps {
  readonly email: string
  readonly onCancel: () => void
  readonly form: ReturnType<typeof useNewPassword>
}

const PasswordForm = ({ email, onCancel, form: { fields, busy, onSubmit } }: PasswordFormProps) => (
  <form method="post" className={styles.stack} noValidate onSubmit={onSubmit}>
    <UsernameField email={email} />
    <NewPasswordFields {...fields} />
    <div className={styles.buttons}>
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={busy}>
        Update Password
      </Button>
    </div>
  </form>
)
