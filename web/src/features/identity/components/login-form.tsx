import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { storageKeys } from '../../../../../shared/values/storage-keys.ts'
import { signIn } from '../../../lib/session.ts'
import { store } from '../../../lib/stored.ts'
import styles from '../identity.module.css'
import { tellLoginFailed } from '../login-failed.ts'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

/** E-mail address and password. The page moves on when the session appears. */
export const LoginForm = () => {
  const form = useForm<Credentials>({ mode: 'onTouched' })
  const [forgot, setForgot] = useState(false)
  const enter = async ({ email, password }: Credentials) => {
    store(storageKeys.pendingLoginRedirect, 'true')
    await signIn(email, password)
  }
  const refuse = (failure: unknown) => {
    store(storageKeys.pendingLoginRedirect, null)
    tellLoginFailed(failure)
  }
  return (
    <>
      <SignInForm form={form} enter={enter} onRefused={refuse} />
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
