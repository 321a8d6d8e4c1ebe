import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { signIn } from '../../../lib/session.ts'
import { store } from '../../../lib/stored.ts'
import { typedBefore } from '../../../lib/typed-before.ts'
import styles from '../identity.module.css'
import { tellLoginFailed } from '../login-failed.ts'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

/** Fetched when somebody has forgotten their password: most have not. */
const ForgotPasswordDialog = lazy(() => import('./forgot-password-dialog.tsx'))

const formId = 'sign-in'

/** E-mail address and password. The page moves on when the session appears. */
export const LoginForm = () => {
  const [typed] = useState(() => typedBefore(formId))
  const form = useForm<Credentials>({ mode: 'onTouched', defaultValues: typed })
  const [forgot, setForgot] = useState<boolean>()
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
      <SignInForm id={formId} form={form} enter={enter} onRefused={refuse} />
      <p>
        <button type="button" className={styles.linkLike} data-app onClick={() => setForgot(true)}>
          Forgot password?
        </button>
      </p>
      {forgot === undefined ? null : (
        <Suspense fallback={null}>
          <ForgotPasswordDialog
            open={forgot}
            onOpenChange={setForgot}
            typed={() => form.getValues('email') ?? ''}
          />
        </Suspense>
      )}
    </>
  )
}
