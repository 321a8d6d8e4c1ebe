import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { minPasswordLength } from '../../../../../shared/values/limits.ts'
import { preloadSignIn } from '../../../lib/cognito-sign-in.ts'
import { paths } from '../../../lib/paths.ts'
import { signIn } from '../../../lib/session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../identity.module.css'
import { membersErrorText, membersErrorToast } from '../members-error.ts'
import { CredentialFields, type Credentials } from './credential-fields.tsx'
import { MembersLinks } from './members-links.tsx'

/** The sign-in card of the Members Area. The page moves on when the session appears. */
export const MembersSignIn = () => {
  const form = useForm<Credentials>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', remember: false },
  })
  const [error, setError] = useState<string>()
  const submit = async ({ email, password, remember }: Credentials) => {
    setError(undefined)
    try {
      await signIn(email, password, { remember })
    } catch (failure) {
      const text = membersErrorText(failure)
      setError(text)
      toast({ title: 'Sign in failed', description: membersErrorToast(text), variant: 'destructive' })
      form.setFocus('password', { shouldSelect: true })
    }
  }
  return (
    <Card title="Welcome Back">
      <div className={styles.stack}>
        <form
          method="post"
          className={styles.stack}
          noValidate
          onFocus={preloadSignIn}
          onSubmit={(event) => void form.handleSubmit(submit)(event)}
        >
          {error ? <Alert kind="error">{error}</Alert> : null}
          <CredentialFields form={form} minLength={minPasswordLength} />
          <Checkbox label="Remember me" {...form.register('remember')} />
          <Button type="submit" wide loading={form.formState.isSubmitting}>
            Sign In
          </Button>
        </form>
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
