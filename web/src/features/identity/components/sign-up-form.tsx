import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { signUpForm } from '../../../../../shared/contract/identity.ts'
import { asSubscriptionPlan } from '../../../../../shared/values/plans.ts'
import type { SubscriptionPlan } from '../../../../../shared/values/plans.ts'
import { CallError } from '../../../lib/call.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { signUp } from '../api/sign-up.ts'
import styles from '../identity.module.css'
import { rememberPlan, rememberSignUp } from '../pending-sign-up.ts'
import { typedBefore } from '../../../lib/typed-before.ts'
import { referralToken } from '../use-referral.ts'
import { AboutYou, AboutYourWork } from './account-fields.tsx'
import { PlanChoice } from './plan-choice.tsx'

export type SignUpInput = z.input<typeof signUpForm>
type SignUpForm = z.output<typeof signUpForm>

const formId = 'sign-up'
const resolver = zodResolver(signUpForm)

interface SignUpFormProps {
  onCreated: (account: { email: string; plan: SubscriptionPlan | undefined }) => void
}

/** The account form: everything that an account needs, checked by the contract's own schema. */
export const SignUpForm = ({ onCreated }: SignUpFormProps) => {
  const [typed] = useState(() => typedBefore(formId))
  const form = useForm<SignUpInput, unknown, SignUpForm>({
    resolver,
    mode: 'onTouched',
    defaultValues: typed,
  })
  usePlanOfLink()

  const submit = async (account: SignUpForm) => {
    const body = { ...account, plan: chosenPlan(), referrer_token: referralToken() }
    try {
      await signUp(body)
      rememberSignUp(body)
      onCreated({ email: account.email, plan: body.plan })
    } catch (failure) {
      tell(failure)
      if (failure instanceof CallError && failure.code === 'password_too_weak')
        form.setError('password', { message: 'Try a longer one' }, { shouldFocus: true })
    }
  }

  return (
    <form
      id={formId}
      // Before the app is there the browser may send the form itself: never in the address.
      method="post"
      className={styles.stack}
      noValidate
      data-app
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <PlanChoice onChoose={rememberPlan} />
      <AboutYou form={form} />
      <AboutYourWork form={form} />
      <Button type="submit" size="large" loading={form.formState.isSubmitting}>
        Create account
      </Button>
    </form>
  )
}

const tell = (failure: unknown): void =>
  toast(
    failure instanceof CallError && failure.status > 0
      ? { title: 'Sign up failed', description: failure.message, variant: 'destructive' }
      : { title: 'An error occurred', description: 'Please try again later.', variant: 'destructive' },
  )

const planCards = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`#${formId} input[name="plan"]`),
]

/** The cards are the browser's own radio buttons: what is checked there is what was chosen. */
const chosenPlan = (): SubscriptionPlan | undefined =>
  asSubscriptionPlan(planCards().find((card) => card.checked)?.value)

/** A link such as `/signup?plan=annual` chooses the card, unless the person was quicker. */
const usePlanOfLink = (): void => {
  useEffect(() => {
    const plan = chosenPlan() ?? asSubscriptionPlan(new URLSearchParams(window.location.search).get('plan'))
    if (!plan) return
    rememberPlan(plan)
    for (const card of planCards()) card.checked = card.value === plan
  }, [])
}
