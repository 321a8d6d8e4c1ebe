import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { preloadSignIn } from '../../../lib/cognito-sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../identity.module.css'

export interface Credentials {
  email: string
  password: string
  remember: boolean
}

type Form = UseFormReturn<Credentials>

interface SignInFormProps {
  /** Where the page is prerendered, what was typed before the app came is found by it. */
  readonly id?: string
  readonly form: Form
  /** Signs in. What it throws is told by `onRefused`. */
  readonly enter: (typed: Credentials) => Promise<void>
  readonly onRefused: (failure: unknown) => void
  /** Passwords that are shorter cannot be right. */
  readonly minLength?: number
  readonly button?: string
  /** More fields, below the password. */
  readonly children?: ReactNode
}

/** E-mail address and password, as every sign-in asks for them. */
export const SignInForm = ({
  id,
  form,
  enter,
  onRefused,
  minLength = 1,
  button = 'Sign in',
  children,
}: SignInFormProps) => {
  const submit = async (typed: Credentials) => {
    try {
      await enter(typed)
    } catch (failure) {
      onRefused(failure)
      form.setFocus('password', { shouldSelect: true })
    }
  }
  return (
    <form
      id={id}
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
    </form>
  )
}

const emailPattern = /^\s*[^\s@]+@[^\s@]+\.[^\s@]{2,}\s*$/

const CredentialFields = ({
  form: { register, formState },
  minLength,
}: {
  form: Form
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
