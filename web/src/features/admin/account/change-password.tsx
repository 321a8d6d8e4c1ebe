import { useNavigate } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { useNewPassword } from '#web/lib/use-new-password.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './account.module.css'

interface ChangePasswordProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Shows the dialog to choose a new password. All sessions then end, so the admin signs in again. */
export const ChangePassword = ({ open, onOpenChange }: ChangePasswordProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Change Password"
    description="You'll be signed out on every device. Then sign in again with your new password."
  >
    <PasswordForm onCancel={() => onOpenChange(false)} />
  </Dialog>
)

const PasswordForm = ({ onCancel }: { onCancel: () => void }) => {
  const navigate = useNavigate()
  const { fields, failure, busy, onSubmit } = useNewPassword(() => {
    toast({ title: 'Password updated' })
    void navigate(paths.adminLogin)
  })
  return (
    <form method="post" className={styles.form} noValidate onSubmit={onSubmit}>
      {failure ? <Alert kind="error">{failure}</Alert> : null}
      <NewPasswordFields {...fields} />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Set new password
        </Button>
      </div>
    </form>
  )
}
