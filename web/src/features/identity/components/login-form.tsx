import { useForm } from 'react-hook-form'
import { storageKeys } from '../../../../../shared/values/storage-keys.ts'
import { preloadSignIn } from '../../../lib/cognito-sign-in.ts'
import { signIn } from '../../../lib/session.ts'
import { store } from '../../../lib/stored.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../identity.module.css'

interface Credentials {
  email: string
  password: string
}

const emailPattern = /^\s*[^\s@]+@[^\s@]+\.[^\s@]{2,}\s*$/

/** E-mail address and password. The page moves on when the session appears. */
export const LoginForm = () => {
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({ mode: 'onTouched' })
  const { errors, isSubmitting } = formState
  const submit = async ({ email, password }: Credentials) => {
    store(storageKeys.pendingLoginRedirect, 'true')
    try {
      await signIn(email, password)
    } catch (failure) {
      store(storageKeys.pendingLoginRedirect, null)
      toast({
        title: 'Login failed',
        description: messageOf(failure, 'Please check your credentials.'),
        variant: 'destructive',
      })
      setFocus('password', { shouldSelect: true })
    }
  }
  return (
    <form
      className={styles.stack}
      noValidate
      onFocus={preloadSignIn}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', {
          required: 'Email is required',
          pattern: { value: emailPattern, message: 'Please enter a valid email address' },
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'Password is required' })}
      />
      <Button type="submit" wide loading={isSubmitting}>
        Sign in
      </Button>
    </form>
  )
}
