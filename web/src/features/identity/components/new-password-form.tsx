import { useNewPassword } from '../../../lib/use-new-password.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import styles from '../identity.module.css'

/** Chooses a new password. The person is signed out everywhere afterwards. */
export const NewPasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const { fields, failure, busy, onSubmit } = useNewPassword(onChanged)
  return (
    <form method="post" className={styles.stack} noValidate onSubmit={onSubmit}>
      {failure ? <Alert kind="error">{failure}</Alert> : null}
      <NewPasswordFields {...fields} />
      <Button type="submit" wide loading={busy}>
        Set new password
      </Button>
    </form>
  )
}
