import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, useForm, type UseFormRegister } from 'react-hook-form'
import type * as z from 'zod/mini'
import { profileForm } from '#shared/contract/profile-changes.ts'
import type { CallResult } from '#web/lib/call.ts'
import { failureText, hasNoReason } from '#web/lib/failure-text.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
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

const failureOf = (error: unknown) => ({
  title: hasNoReason(error) ? 'Your details may not have been saved' : 'Your details were not saved',
  text: failureText(error, 'Please try again.'),
})

/** Keeps why the details could not be saved. If the user has left the page, reports it in a toast instead. */
const useFailure = () => {
  const isShown = useIsShown()
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>()
  const report = (error: unknown) => {
    const { title, text } = failureOf(error)
    if (isShown.current) setFailure({ title, text })
    // The end of the session is reported already.
    else if (currentSession() !== null) toast({ title, description: text, variant: 'destructive' })
  }
  return { failure, report, clear: () => setFailure(undefined) }
}

interface DetailsFormProps {
  readonly profile: Profile
  readonly onSaved: (profile: Profile) => void
  readonly onCancel: () => void
}

/** Form for the details of the account. Keeps what was typed if saving fails. */
export const DetailsForm = ({ profile: current, onSaved, onCancel }: DetailsFormProps) => {
  /** The details that the form was opened with. The page may load newer ones, which the user has not seen here. */
  const [profile] = useState(current)
  const { failure, report, clear } = useFailure()
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
    } catch (error) {
      report(error)
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
      {failure === undefined ? null : (
        <Alert kind="error" title={failure.title}>
          {failure.text}
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
