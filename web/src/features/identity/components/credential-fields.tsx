import type { UseFormReturn } from 'react-hook-form'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export interface Credentials {
  email: string
  password: string
  remember: boolean
}

const emailPattern = /^\s*[^\s@]+@[^\s@]+\.[^\s@]{2,}\s*$/

interface CredentialFieldsProps {
  readonly form: UseFormReturn<Credentials>
  /** Passwords that are shorter cannot be right. */
  readonly minLength?: number
}

/** E-mail address and password, as every sign-in form asks for them. */
export const CredentialFields = ({ form: { register, formState }, minLength = 1 }: CredentialFieldsProps) => (
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
