import { useNavigate } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { type CheckedDialogProps, ConfirmBeforeNewPassword } from '#web/content/confirm-identity.tsx'
import { useNewPassword } from '#web/lib/use-new-password.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { UsernameField } from '#web/ui/username-field.tsx'
import styles from './account.module.css'

interface ChangePasswordProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly email: string
}

/**
 * Shows the dialog to choose a new password. All sessions then end, so the admin signs in again. Asks for the current
 * password first if the sign-in is too old.
 */
export const ChangePassword = (props: ChangePasswordProps) => (
  <ConfirmBeforeNewPassword {...props}>
    {(dialog) => <PasswordDialog {...dialog} email={props.email} />}
  </ConfirmBeforeNewPassword>
)

/** Keeps what the admin has typed while they confirm their identity. */
const PasswordDialog = ({
  open,
  onOpenChange,
  email,
  onFailed,
}: ChangePasswordProps & CheckedDialogProps) => {
  const navigate = useNavigate()
  const onChanged = () => {
    toast({ title: 'Password updated' })
    void navigate(paths.adminLogin)
  }
  const form = useNewPassword({ onChanged, onFailed })
  return (
    <Dialog
      open={open}
      busy={form.busy}
      onOpenChange={onOpenChange}
      title="Change Password"
      description="You’ll be signed out on every device. Then sign in again with your new password."
    >
      <PasswordForm email={email} onCancel={() => onOpenChange(false)} form={form} />
    </Dialog>
  )
}

interface PasswordFormProps {
  readonly email: string
  readonly onCancel: () => void
  readonly form: ReturnType<typeof useNewPassword>
}

const PasswordForm = ({ email, onCancel, form: { fields, failure, busy, onSubmit } }: PasswordFormProps) => (
  <form method="post" className={styles.form} noValidate onSubmit={onSubmit}>
    {failure ? <Alert kind="error">{failure}</Alert> : null}
    <UsernameField email={email} />
    <NewPasswordFields {...fields} />
    <div className={styles.actions}>
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={busy}>
        Update Password
      </Button>
    </div>
  </form>
)
