import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { signUpForm } from '#shared/contract/identity.ts'
import { asSubscriptionPlan } from '#shared/values/plans.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { CallError } from '#web/lib/call.ts'
import { signIn } from '#web/lib/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.ts'
import { signUp } from '../api.ts'
import styles from '../identity.module.css'
import { useConfirmedAddress } from '../confirmed-address.ts'
import { savePlan, savePendingSignUp } from '../pending-sign-up.ts'
import {
  type EarlierSignUp,
  initialValues,
  type SignUpDetails,
  type SignUpInput,
  signUpOfThisTab,
} from '../sign-up-details.ts'
import { closeFailure } from '../close-failure.ts'
import { referralToken } from '../use-referral.ts'
import { AboutYou, AboutYourWork } from './account-fields.tsx'
import { PlanChoice } from './plan-choice.tsx'

type SignUpForm = z.output<typeof signUpForm>

const formId = 'sign-up'
const resolver = zodResolver(signUpForm)

export interface CreatedSignUp extends EarlierSignUp {
  /** Absent if the address was confirmed before. */
  readonly id: string | undefined
}

interface SignUpFormProps {
  /** The sign-up whose address the user wants to correct. */
  readonly correcting?: EarlierSignUp | undefined
  readonly onCreated: (account: CreatedSignUp) => void
  /** Called if an account with a confirmed address was created, but the sign-in to it failed. */
  readonly onSignInFailed: () => void
}

/**
 * Account form. Validates with the contract's schema. Text fields have no default values, so that the library reads
 * what was typed into the prerendered form.
 */
export const SignUpForm = ({ correcting, onCreated, onSignInFailed }: SignUpFormProps) => {
  const [{ defaultValues, plan }] = useState(() => startFrom(correcting))
  const form = useForm<SignUpInput, unknown, SignUpForm>({ resolver, mode: 'onTouched', defaultValues })
  useEarlyFields(form, defaultValues)
  useInitialPlan(plan)
  const confirmed = useConfirmedAddress()
  const confirmedEmail = confirmed?.email
  const { setValue, setFocus } = form
  useEffect(() => {
    if (confirmedEmail) setValue('email', confirmedEmail)
  }, [confirmedEmail, setValue])
  useEffect(() => {
    if (correcting) setFocus('email', { shouldSelect: true })
  }, [correcting, setFocus])

  const submit = async (account: SignUpForm) => {
    const body = {
      ...account,
      plan: chosenPlan(),
      referrer_token: referralToken(),
      address_token: confirmed?.token,
    }
    try {
      const { sign_up_id: id } = await signUp(body)
      savePendingSignUp(body, id)
      closeFailure()
      // The address is confirmed, so the account can be used. The page redirects once the session exists.
      if (confirmed) await signIn(account.email, account.password).catch(onSignInFailed)
      else onCreated({ id, details: withoutPasswords(account), plan: body.plan })
    } catch (failure) {
      showSignUpError(failure)
      if (failure instanceof CallError && failure.code === 'password_too_weak')
        form.setError('password', { message: 'Try a longer password' }, { shouldFocus: true })
    }
  }

  return (
    <Form
      busy={form.formState.isSubmitting}
      id={formId}
      // If the browser submits the form before the app has loaded, the typed text must not be put in the address.
      method="post"
      className={styles.stack}
      noValidate
      data-app
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <PlanChoice onChoose={savePlan} />
      <AboutYou form={form} isEmailFixed={confirmed !== null} />
      <AboutYourWork form={form} />
      <Button type="submit" size="large" loading={form.formState.isSubmitting}>
        Create account
      </Button>
    </Form>
  )
}

const textFields = [
  'firstName',
  'lastName',
  'email',
  'confirmPassword',
  'companyName',
  'streetAddress',
  'city',
  'postcode',
] as const

/**
 * Validates the fields that the user has filled in and left before the app was ready. They have no default value, and
 * count as touched, so that each further change of them is validated too.
 */
const useEarlyFields = (
  { getValues, setValue }: UseFormReturn<SignUpInput, unknown, SignUpForm>,
  defaultValues: Partial<SignUpInput>,
): void => {
  useEffect(() => {
    const focused = document.activeElement?.getAttribute('name')
    for (const name of textFields)
      if (getValues(name) && !(name in defaultValues) && name !== focused)
        setValue(name, getValues(name), { shouldTouch: true, shouldValidate: true })
  }, [getValues, setValue, defaultValues])
}

const showSignUpError = (failure: unknown): void =>
  toast(
    failure instanceof CallError && failure.status > 0
      ? { title: 'Sign up failed', description: failure.message, variant: 'destructive' }
      : { title: 'An error occurred', description: 'Please try again later.', variant: 'destructive' },
  )

const withoutPasswords = ({ password: _, confirmPassword: __, ...details }: SignUpForm): SignUpDetails =>
  details

/**
 * Returns the initial values of the form: the sign-up to correct, or the sign-up that this tab made before a reload.
 */
const startFrom = (correcting: EarlierSignUp | undefined) => {
  // There is no document while the page is prerendered.
  if (typeof document === 'undefined') return { defaultValues: {}, plan: undefined }
  const earlier = correcting ?? signUpOfThisTab()
  return { defaultValues: initialValues(formId, earlier?.details), plan: earlier?.plan }
}

const planCards = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`#${formId} input[name="plan"]`),
]

/** Reads the choice from the radio buttons, which also work before the app has loaded. */
const chosenPlan = (): SubscriptionPlan | undefined =>
  asSubscriptionPlan(planCards().find((card) => card.checked)?.value)

/**
 * Selects the plan of an earlier sign-up or of a link such as `/signup?plan=annual`, unless the user has chosen one.
 */
const useInitialPlan = (earlier: SubscriptionPlan | undefined): void => {
  useEffect(() => {
    const linked = asSubscriptionPlan(new URLSearchParams(window.location.search).get('plan'))
    const plan = chosenPlan() ?? earlier ?? linked
    if (!plan) return
    savePlan(plan)
    for (const card of planCards()) card.checked = card.value === plan
  }, [earlier])
}
