import type { ComponentProps } from 'react'
import { PasswordField } from './password-field.tsx'
import { StrengthMeter, type StrengthMeterProps } from './strength-meter.tsx'
import styles from './new-password-fields.module.css'

type Input = ComponentProps<'input'>

export interface NewPasswordFieldsProps {
  /** The results of `register('newPassword')` and `register('confirmPassword')`. */
  readonly newPassword: Input
  readonly confirmPassword: Input
  readonly errors: {
    readonly newPassword?: string | undefined
    readonly confirmPassword?: string | undefined
  }
  /** The strength of the typed password; undefined while the field is empty. */
  readonly strength: StrengthMeterProps | undefined
  readonly minLength: number
}

/** The fields for a new password and its confirmation. Both have a button that shows the password. */
export const NewPasswordFields = ({
  newPassword,
  confirmPassword,
  errors,
  strength,
  minLength,
}: NewPasswordFieldsProps) => (
  <>
    <div className={styles.withMeter}>
      <PasswordField
        label="New password"
        hint={`At least ${minLength} characters`}
        autoComplete="new-password"
        error={errors.newPassword}
        {...newPassword}
      />
      {strength ? <StrengthMeter {...strength} /> : null}
    </div>
    <PasswordField
      label="Confirm new password"
      autoComplete="new-password"
      error={errors.confirmPassword}
      {...confirmPassword}
    />
  </>
)
