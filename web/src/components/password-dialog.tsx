import { passwordMayBeSet } from '#web/lib/update-password.ts'
import { useNewPassword } from '#web/lib/use-new-password.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { UsernameField } from '#web/ui/username-field.tsx'
import { type CheckedDialogProps, ConfirmBeforeNewPassword } from './confirm-identity.tsx'
import styles from './confirm-identity.module.css'
import { reportSignedOut } from './signed-out.ts'

interface PasswordDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
  readonly description: string
  readonly onChanged: () => void
  /** Shows a failure outside the dialog. Default: the form shows it. */
  readonly showFailure?: (reason: unknown) => void
}

/**
 * Shows the dialog to choose a new password. All sessions then end, so the user signs in again. Asks for the current
 * password first if the sign-in is too old.
 */
export const PasswordDialog = (props: PasswordDialogProps) => (
  <ConfirmBeforeNewPassword {...props}>
    {(dialog) => <CheckedPasswordDialog {...props} {...dialog} />}
  </ConfirmBeforeNewPassword>
)

/** Keeps what the user has typed while they confirm their identity. */
const CheckedPasswordDialog = (props: PasswordDialogProps & CheckedDialogProps) => {
  const { open, onOpenChange, email, description, onChanged, onFailed, showFailure } = props
  const { fields, failure, busy, onSubmit } = useNewPassword({
    onChanged,
    onFailed: (reason, mayBeSet) => {
      if (onFailed(reason)) return true
      showFailure?.(reason)
      reportSignedOut(reason, mayBeSet ? passwordMayBeSet : undefined) // replaces the toast of `showFailure`
      return showFailure !== undefined
    },
  })
  return (
    <Dialog
      open={open}
      busy={busy}
      onOpenChange={onOpenChange}
      title="Change Password"
      description={description}
    >
      <Form busy={busy} method="post" className={styles.stack} noValidate onSubmit={onSubmit}>
        {failure ? <Alert kind="error">{failure}</Alert> : null}
        <UsernameField email={email} />
        <NewPasswordFields {...fields} />
        <div className={styles.buttons}>
          <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Update Password
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
