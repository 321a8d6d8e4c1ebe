import { useNavigate } from 'react-router-dom'
import * as paths from '../../../lib/paths.ts'
import { useNewPassword } from '../../../lib/use-new-password.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './account.module.css'

interface ChangePasswordProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Asks for a new password. All sessions end with it, so the admin signs in again. */
export const ChangePassword = ({ open, onOpenChange }: ChangePasswordProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Change Password"
    description="You will be signed out everywhere and sign in again with the new one."
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
