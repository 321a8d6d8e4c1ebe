import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { lazyForms } from '#web/components/lazy-forms.ts'
import { AuthError, unconfirmedAddress } from '#web/lib/auth-error.ts'
import { signIn } from '#web/lib/sign-in.ts'
import { store } from '#web/lib/browser-storage.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from '../identity.module.css'
import { showSignInError } from '../show-sign-in-error.ts'
import { closeFailure } from '../close-failure.ts'
import { EmailLinks, typedEmail } from './members-links.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

/** Loaded when it is opened, because few users need it. */
const { useForms: useForgotPassword } = lazyForms(() => import('./forgot-password-dialog.tsx'))

const magicLink = 'Email me a magic link'

/** Sign-in form of `/login`. The page redirects once the session exists. */
export const LoginForm = () => {
  const form = useForm<Credentials>({ mode: 'onTouched' })
  const [forgot, setForgot] = useState(false)
  const forms = useForgotPassword(forgot, () => setForgot(false))
  const logIn = async ({ email, password }: Credentials) => {
    store(storageKeys.pendingLoginRedirect, 'true')
    await signIn(email, password)
    closeFailure()
  }
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const reject = (failure: unknown) => {
    setUnconfirmed(failure instanceof AuthError && failure.message === unconfirmedAddress)
    store(storageKeys.pendingLoginRedirect, null)
    showSignInError(failure)
  }
  return (
    <>
      <SignInForm form={form} onSubmit={logIn} onRejected={reject} />
      <ul className={styles.actions}>
        <li>
          <button type="button" className={styles.linkLike} data-app onClick={() => setForgot(true)}>
            Forgot password?
          </button>
          {forgot && !forms ? (
            <Spinner className={styles.besideLink} label="Loading the form" size={16} />
          ) : null}
        </li>
        <EmailLinks
          email={typedEmail(form)}
          labels={isUnconfirmed ? ['Resend confirmation email', magicLink] : [magicLink]}
        />
      </ul>
      <PasskeySignIn
        onStart={() => store(storageKeys.pendingLoginRedirect, 'true')}
        onFailed={() => store(storageKeys.pendingLoginRedirect, null)}
      />
      {forms ? (
        <forms.ForgotPasswordDialog
          open={forgot}
          onOpenChange={setForgot}
          initialEmail={() => form.getValues('email') ?? ''}
        />
      ) : null}
    </>
  )
}
