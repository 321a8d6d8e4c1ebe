import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { storageKeys } from '../../../../../shared/values/storage-keys.ts'
import { preloadSignIn } from '../../../lib/cognito-sign-in.ts'
import { signIn } from '../../../lib/session.ts'
import { store } from '../../../lib/stored.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../identity.module.css'
import { tellLoginFailed } from '../login-failed.ts'
import { CredentialFields, type Credentials } from './credential-fields.tsx'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'

/** E-mail address and password. The page moves on when the session appears. */
export const LoginForm = () => {
  const form = useForm<Credentials>({ mode: 'onTouched' })
  const [forgot, setForgot] = useState(false)
  const submit = async ({ email, password }: Credentials) => {
    store(storageKeys.pendingLoginRedirect, 'true')
    try {
      await signIn(email, password)
    } catch (failure) {
      store(storageKeys.pendingLoginRedirect, null)
      tellLoginFailed(failure)
      form.setFocus('password', { shouldSelect: true })
    }
  }
  return (
    <>
      <form
        method="post"
        className={styles.stack}
        noValidate
        onFocus={preloadSignIn}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <CredentialFields form={form} />
        <Button type="submit" wide loading={form.formState.isSubmitting}>
          Sign in
        </Button>
      </form>
      <p>
        <button type="button" className={styles.linkLike} onClick={() => setForgot(true)}>
          Forgot password?
        </button>
      </p>
      <ForgotPasswordDialog
        open={forgot}
        onOpenChange={setForgot}
        typed={() => form.getValues('email') ?? ''}
      />
    </>
  )
}
