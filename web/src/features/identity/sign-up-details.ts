import * as z from 'zod/mini'
import type { signUpForm } from '#shared/contract/identity.ts'
import { userTypes } from '#shared/contract/profile.ts'
import { asSubscriptionPlan, type SubscriptionPlan } from '#shared/values/plans.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { stored, storedInTab } from '#web/lib/browser-storage.ts'

/** The sign-up form as typed, before validation. */
export type SignUpInput = z.input<typeof signUpForm>

/** A filled-in sign-up form without its passwords. */
export type SignUpDetails = Omit<SignUpInput, 'password' | 'confirmPassword'>

/** An earlier sign-up of this tab, whose form can be corrected. */
export interface EarlierSignUp {
  readonly details: SignUpDetails
  readonly plan: SubscriptionPlan | undefined
}

const userInfo = z.object({
  email: z.string(),
  fullName: z.string(),
  companyName: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  postcode: z.string(),
  numberOfEmployees: z.number(),
  userType: z.enum(userTypes),
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The sign-up form did not write this value, so it is ignored.
    return undefined
  }
}

/**
 * Returns the sign-up that was made in this tab before it was reloaded. A sign-up of another tab may be another
 * person's, who used this browser before.
 */
export const signUpOfThisTab = (): EarlierSignUp | undefined => {
  const id = stored(storageKeys.pendingSignupId)
  if (id === null || storedInTab(storageKeys.pendingSignupId) !== id) return undefined
  const info = userInfo.safeParse(parse(stored(storageKeys.pendingSignupUserInfo) ?? ''))
  if (!info.success) return undefined
  const { fullName, ...details } = info.data
  const [firstName = '', ...lastNames] = fullName.split(' ')
  return {
    details: { ...details, firstName, lastName: lastNames.join(' ') },
    plan: asSubscriptionPlan(stored(storageKeys.pendingSignupPlan)),
  }
}

/**
 * Returns the initial values of the form: the details of an earlier sign-up, except where something was entered into
 * the prerendered form before the app loaded. Text entered early is left out, because the form library reads it itself.
 */
export const initialValues = (formId: string, details: SignUpDetails | undefined): Partial<SignUpDetails> => {
  const form = document.getElementById(formId)
  const entered = form instanceof HTMLFormElement ? new FormData(form) : new FormData()
  const values: Partial<SignUpDetails> = { ...details }
  for (const name of [...Object.keys(userInfo.shape), 'firstName', 'lastName'])
    if (entered.get(name)) Reflect.deleteProperty(values, name)
  // The library does not read options chosen early.
  const userType = userTypes.find((type) => type === entered.get('userType'))
  return userType === undefined ? values : { ...values, userType }
}
