import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { minPasswordLength } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { signIn } from '#web/lib/sign-in.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../identity.module.css'
import { membersErrorText, membersErrorToast } from '../members-error.ts'
import { closeFailure } from '../close-failure.ts'
import { FormNeedsScript } from './form-needs-script.tsx'
import { MembersLinks, typedEmail } from './members-links.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

/** Sign-in card of the Members Area. The page redirects once the session exists. */
export const MembersSignIn = () => {
  // The form has no default values, so that the library reads what was entered into the prerendered form.
  const form = useForm<Credentials>({ mode: 'onTouched' })
  const [error, setError] = useState<string>()
  const submit = async ({ email, password, remember }: Credentials) => {
    setError(undefined)
    await signIn(email, password, { remember })
    closeFailure()
  }
  const reject = (failure: unknown) => {
    const text = membersErrorText(failure)
    setError(text)
    toast({ title: 'Sign in failed', description: membersErrorToast(text), variant: 'destructive' })
  }
  return (
    <Card title="Welcome Back">
      <div className={styles.stack}>
        <FormNeedsScript toDo="sign in" />
        {error ? <Alert kind="error">{error}</Alert> : null}
        <SignInForm
          form={form}
          onSubmit={submit}
          onRejected={reject}
          minLength={minPasswordLength}
          button="Sign In"
        >
          <Checkbox label="Remember me" {...form.register('remember')} />
        </SignInForm>
        <MembersLinks email={typedEmail(form)} />
        <PasskeySignIn remember={() => form.getValues('remember')} />
        <p className={styles.after}>
          Don't have an account? <Link to={paths.signUp}>Sign up</Link>
        </p>
      </div>
    </Card>
  )
}
