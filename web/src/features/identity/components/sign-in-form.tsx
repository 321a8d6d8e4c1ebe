import { type ReactNode, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { preloadSignIn } from '#web/lib/cognito-sign-in.ts'
import { cleanEmail } from '#web/lib/clean-email.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import styles from '../identity.module.css'

export interface Credentials {
  email: string
  password: string
  remember: boolean
}

type CredentialsForm = UseFormReturn<Credentials>

interface SignInFormProps {
  readonly form: CredentialsForm
  /** Signs in. Errors go to `onRejected`. */
  readonly onSubmit: (credentials: Credentials) => Promise<void>
  readonly onRejected: (failure: unknown) => void
  /** Minimum length of a password, in characters. */
  readonly minLength?: number
  readonly button?: string
  /** Further fields below the password. */
  readonly children?: ReactNode
}

/** Form with email address and password, shared by all sign-in pages. */
export const SignInForm = ({
  form,
  onSubmit,
  onRejected,
  minLength = 1,
  button = 'Sign in',
  children,
}: SignInFormProps) => {
  const submit = async (credentials: Credentials) => {
    try {
      await onSubmit(credentials)
    } catch (failure) {
      onRejected(failure)
      form.setFocus('password', { shouldSelect: true })
    }
  }
  useEffect(() => {
    // No event reports a field that the visitor focused before the app was loaded.
    if (document.activeElement?.closest('form')) preloadSignIn()
  }, [])
  return (
    <Form
      busy={form.formState.isSubmitting}
      method="post"
      className={styles.stack}
      noValidate
      data-app
      onFocus={preloadSignIn}
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <CredentialFields form={form} minLength={minLength} />
      {children}
      <Button type="submit" wide loading={form.formState.isSubmitting}>
        {button}
      </Button>
    </Form>
  )
}

const emailPattern = /^\s*[^\s@]+@[^\s@]+\.[^\s@]{2,}\s*$/

const CredentialFields = ({
  form: { register, formState },
  minLength,
}: {
  form: CredentialsForm
  minLength: number
}) => (
  <>
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={formState.errors.email?.message}
      {...register('email', {
        setValueAs: cleanEmail,
        required: 'Email is required',
        pattern: { value: emailPattern, message: 'Please enter a valid email address' },
      })}
    />
    <PasswordField
      label="Password"
      autoComplete="current-password"
      error={formState.errors.password?.message}
      {...register('password', {
        required: 'Password is required',
        minLength: { value: minLength, message: `Password must be at least ${minLength} characters` },
      })}
    />
  </>
)
