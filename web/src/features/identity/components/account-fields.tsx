import { cleanEmail } from '#web/lib/clean-email.ts'
import { useCallback, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { passwordStrength } from '#shared/rules/password-strength.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { StrengthMeter } from '#web/ui/strength-meter.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import styles from '../identity.module.css'
import type { SignUpInput } from '../sign-up-details.ts'

interface FieldsProps {
  form: UseFormReturn<SignUpInput, unknown, SignUpInput>
}

const userTypeOptions = [
  { value: 'landlord', label: 'Landlord' },
  { value: 'agent', label: 'Agent' },
]

interface AboutYouProps extends FieldsProps {
  /** True if the address is confirmed already and must not be changed. */
  isEmailFixed?: boolean
}

/** Fields for the user's name, email address and password. */
export const AboutYou = ({ form, isEmailFixed = false }: AboutYouProps) => {
  const { register, formState, trigger, getValues } = form
  const { errors } = formState
  const recheck = {
    onChange: () => {
      if (getValues('confirmPassword')) void trigger('confirmPassword')
    },
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>About you</legend>
      <div className={styles.pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        readOnly={isEmailFixed}
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', { setValueAs: cleanEmail })}
      />
      <div className={styles.withMeter}>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', recheck)}
        />
        <Strength form={form} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </fieldset>
  )
}

/**
 * Shows the strength of the typed password. At first shows nothing, like the prerendered page, even if one was typed
 * early. Its place is kept: the fields below would otherwise move while they are pressed, and the press would be lost.
 */
const Strength = ({ form: { subscribe, getValues } }: FieldsProps) => {
  const password = useSyncExternalStore(
    useCallback(
      (listener) => subscribe({ name: 'password', formState: { values: true }, callback: () => listener() }),
      [subscribe],
    ),
    () => getValues('password'),
    () => undefined,
  )
  return (
    <div className={styles.meter}>{password ? <StrengthMeter {...passwordStrength(password)} /> : null}</div>
  )
}

/** Parses a number field. Returns undefined for an empty field, which `Number` would parse as 0. */
const asNumber = (text: string | number | undefined): number | undefined =>
  text === '' || text === undefined ? undefined : Number(text)

/** Fields for the user type, the company, its address and its size. */
export const AboutYourWork = ({ form: { register, formState } }: FieldsProps) => {
  const { errors } = formState
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>About your work</legend>
      <RadioCards
        label="Are you a landlord or an agent?"
        options={userTypeOptions}
        error={errors.userType?.message}
        {...register('userType')}
      />
      <TextField
        label="Company name"
        autoComplete="organization"
        error={errors.companyName?.message}
        {...register('companyName')}
      />
      <TextField
        label="Street address"
        autoComplete="street-address"
        error={errors.streetAddress?.message}
        {...register('streetAddress')}
      />
      <div className={styles.pair}>
        <TextField
          label="City"
          autoComplete="address-level2"
          error={errors.city?.message}
          {...register('city')}
        />
        <TextField
          label="Postcode"
          autoComplete="postal-code"
          error={errors.postcode?.message}
          {...register('postcode')}
        />
      </div>
      <TextField
        label="Number of employees"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        error={errors.numberOfEmployees?.message}
        {...register('numberOfEmployees', { setValueAs: asNumber })}
      />
    </fieldset>
  )
}
