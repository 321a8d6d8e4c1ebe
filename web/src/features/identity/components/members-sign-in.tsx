import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { minPasswordLength } from '../../../../../shared/values/limits.ts'
import * as paths from '../../../lib/paths.ts'
import { signIn } from '../../../lib/session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../identity.module.css'
import { membersErrorText, membersErrorToast } from '../members-error.ts'
import { MembersLinks } from './members-links.tsx'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

/** The sign-in card of the Members Area. The page moves on when the session appears. */
export const MembersSignIn = () => {
  const form = useForm<Credentials>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', remember: false },
  })
  const [error, setError] = useState<string>()
  const enter = async ({ email, password, remember }: Credentials) => {
    setError(undefined)
    await signIn(email, password, { remember })
  }
  const refuse = (failure: unknown) => {
    const text = membersErrorText(failure)
    setError(text)
    toast({ title: 'Sign in failed', description: membersErrorToast(text), variant: 'destructive' })
  }
  return (
    <Card title="Welcome Back">
      <div className={styles.stack}>
        {error ? <Alert kind="error">{error}</Alert> : null}
        <SignInForm
          form={form}
          enter={enter}
          onRefused={refuse}
          minLength={minPasswordLength}
          button="Sign In"
        >
          <Checkbox label="Remember me" {...form.register('remember')} />
        </SignInForm>
        <MembersLinks
          email={async () => {
            const typed = form.getValues('email').trim()
            return typed !== '' && !(await form.trigger('email', { shouldFocus: true })) ? undefined : typed
          }}
        />
        <p className={styles.after}>
          Don't have an account? <Link to={paths.signUp}>Sign up</Link>
        </p>
      </div>
    </Card>
  )
}
