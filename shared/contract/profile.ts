import * as z from 'zod/mini'
import { requiredLine } from './fields.ts'
import { getProfile, signUpForm } from './identity.ts'
import { operation } from './operation.ts'

const { companyName, streetAddress, city, postcode, numberOfEmployees, userType } = signUpForm.shape

/** The details that members edit on their profile, under the rules of the sign-up form. A name is one text there. */
export const profileForm = z.object({
  fullName: requiredLine('Full name', 5, 201),
  companyName,
  streetAddress,
  city,
  postcode,
  numberOfEmployees,
  userType,
})

export const updateProfile = operation({
  name: 'update-profile',
  summary: "Changes the caller's name, company, address, number of employees and user type.",
  caller: 'signedIn',
  body: z.extend(profileForm, {
    /** `details_changed_at` of the profile that the caller edited. Rejects the change if the details are newer. */
    details_changed_at: z.optional(z.iso.datetime()),
  }),
  ok: getProfile.ok,
  errors: ['profile_changed'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})
