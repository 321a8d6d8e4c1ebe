import * as z from 'zod/mini'
import { accountEmail, requiredLine } from './fields.ts'
import { getProfile, sharedEmailLimit, signUpForm } from './identity.ts'
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
    /**
     * `details_changed_at` of the profile that the caller edited. The change is rejected if the stored details are
     * newer.
     */
    details_changed_at: z.optional(z.iso.datetime()),
  }),
  ok: getProfile.ok,
  errors: ['profile_changed'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const changeEmail = operation({
  name: 'change-email',
  summary:
    "Emails a link that changes the caller's address to the new one, and notifies the current address. The response does not reveal whether the new address has an account.",
  caller: 'signedIn',
  body: z.object({ email: accountEmail }),
  ok: z.object({ success: z.literal(true) }),
  errors: ['recent_sign_in_needed', 'password_change_unfinished', 'email_unchanged'],
  limits: [
    { by: 'user', max: 5, windowSeconds: 3600 },
    { by: 'email', max: 5, windowSeconds: 3600 },
    sharedEmailLimit,
  ],
})
