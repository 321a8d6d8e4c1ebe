import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { useNewPassword } from '#web/lib/use-new-password.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { UsernameField } from '#web/ui/username-field.tsx'
import styles from '../identity.module.css'
import { PasskeysAtReset } from './passkeys-at-reset.tsx'

/**
 * Form to choose a new password after a reset link. Signs the user out everywhere afterwards, and removes the passkeys
 * unless the user keeps them.
 */
export const NewPasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const { user } = useSession()
  const [removesPasskeys, setRemovesPasskeys] = useState(true)
  const { fields, failure, busy, onSubmit } = useNewPassword({ onChanged, removesPasskeys })
  return (
    <Form busy={busy} method="post" className={styles.stack} noValidate onSubmit={onSubmit}>
      {failure ? <Alert kind="error">{failure}</Alert> : null}
      <UsernameField email={user?.email ?? ''} />
      <NewPasswordFields {...fields} />
      <PasskeysAtReset remove={removesPasskeys} onChange={setRemovesPasskeys} />
      <Button type="submit" wide loading={busy}>
        Set new password
      </Button>
    </Form>
  )
}
