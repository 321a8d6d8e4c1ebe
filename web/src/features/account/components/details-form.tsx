import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, useForm, type UseFormRegister } from 'react-hook-form'
import type * as z from 'zod/mini'
import { profileForm } from '#shared/contract/profile-changes.ts'
import { useFormError } from '#web/components/use-form-error.ts'
import type { CallResult } from '#web/lib/call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import styles from '../account.module.css'
import { updateProfile } from '../api.ts'

type Profile = CallResult<'get-profile'>
type Input = z.input<typeof profileForm>
type Output = z.output<typeof profileForm>

const resolver = zodResolver(profileForm)

const userTypeOptions = [
  { value: 'landlord', label: 'Landlord' },
  { value: 'agent', label: 'Agent' },
]

const inputOf = (profile: Profile): Input => ({
  fullName: profile.full_name,
  companyName: profile.company_name,
  streetAddress: profile.street_address,
  city: profile.city,
  postcode: profile.postcode,
  numberOfEmployees: profile.number_of_employees,
  userType: profile.user_type,
})

interface DetailsFormProps {
  readonly profile: Profile
  readonly onSaved: (profile: Profile) => void
  readonly onCancel: () => void
}

/** Form for the details of the account. Keeps what was typed if saving fails. */
export const DetailsForm = ({ profile: current, onSaved, onCancel }: DetailsFormProps) => {
  /** The details that the form was opened with. The page may load newer ones, which the user has not seen here. */
  const [profile] = useState(current)
  const { error, report, clear } = useFormError({
    failed: 'Your details were not saved',
    uncertain: 'Your details may not have been saved',
    advice: 'Please try again.',
  })
  const { register, formState, handleSubmit } = useForm<Input, unknown, Output>({
    resolver,
    mode: 'onTouched',
    defaultValues: inputOf(profile),
  })
  const { errors, isSubmitting } = formState
  const save = async (form: Output) => {
    clear()
    try {
      onSaved(await updateProfile({ ...form, details_changed_at: profile.details_changed_at }))
    } catch (failure) {
      report(failure)
    }
  }
  return (
    <Form
      busy={isSubmitting}
      method="post"
      className={styles.stack}
      noValidate
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      <Fields register={register} errors={errors} />
      {error === undefined ? null : (
        <Alert kind="error" title={error.title}>
          {error.text}
        </Alert>
      )}
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onCancel} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Save details
        </Button>
      </div>
    </Form>
  )
}

interface FieldsProps {
  readonly register: UseFormRegister<Input>
  readonly errors: FieldErrors<Input>
}

const Fields = ({ register, errors }: FieldsProps) => {
  const field = (name: Exclude<keyof Input, 'userType' | 'numberOfEmployees'>) => ({
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <>
      <TextField label="Full name" autoComplete="name" {...field('fullName')} />
      <RadioCards
        label="Are you a landlord or an agent?"
        options={userTypeOptions}
        error={errors.userType?.message}
        {...register('userType')}
      />
      <TextField label="Company name" autoComplete="organization" {...field('companyName')} />
      <TextField label="Street address" autoComplete="street-address" {...field('streetAddress')} />
      <TextField label="City" autoComplete="address-level2" {...field('city')} />
      <TextField label="Postcode" autoComplete="postal-code" {...field('postcode')} />
      <TextField
        label="Number of employees"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        error={errors.numberOfEmployees?.message}
        {...register('numberOfEmployees', {
          // `Number` would read an empty field as 0.
          setValueAs: (text: string | number) => (text === '' ? undefined : Number(text)),
        })}
      />
    </>
  )
}
