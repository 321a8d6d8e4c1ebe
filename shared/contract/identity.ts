import * as z from 'zod'
import { minPasswordLength } from '../values/limits.ts'
import { subscriptionPlans } from '../values/plans.ts'
import { email, nothing, password, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

export const userTypes = ['landlord', 'agent'] as const

export const plan = z.enum(subscriptionPlans)

/** The account form. The same schema checks it in the browser and on the server. */
export const signUpForm = z
  .object({
    firstName: requiredLine('First name', 2, 100),
    lastName: requiredLine('Last name', 2, 100),
    email,
    /** The form enforces no minimum; the pool refuses what is shorter than its own floor. */
    password: password.min(1, 'Password is required'),
    confirmPassword: z.string(),
    companyName: requiredLine('Company name', 2),
    streetAddress: requiredLine('Street address', 5),
    city: requiredLine('City', 1, 100),
    postcode: requiredLine('Postcode', 1, 12),
    numberOfEmployees: z
      .number('Number of employees must be at least 1')
      .int('Number of employees must be a whole number')
      .min(1, 'Number of employees must be at least 1')
      .max(1_000_000, 'Please check the number of employees'),
    userType: z.enum(userTypes, 'Please select whether you are a landlord or agent'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Shown while other fields are still empty, too.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const signUp = operation({
  name: 'sign-up',
  summary: 'Creates an unverified account and mails the link that verifies it.',
  caller: 'anyone',
  body: z.intersection(
    signUpForm,
    z.object({ referrer_token: z.string().max(200).optional(), plan: plan.optional() }),
  ),
  ok: z.object({ success: z.literal(true) }),
  refusals: ['password_too_weak'],
  limits: [
    { by: 'client', max: 20, windowSeconds: 3600 },
    { by: 'email', max: 5, windowSeconds: 3600 },
  ],
})

/** How often an address may ask for a mail, and how often a visitor may ask for any. */
const mailLimits = [
  { by: 'email', max: 1, windowSeconds: 60 },
  { by: 'email', max: 5, windowSeconds: 3600 },
  { by: 'client', max: 30, windowSeconds: 3600 },
] as const

export const resendConfirmation = operation({
  name: 'resend-confirmation',
  summary: 'Mails a new verification link; answers the same whether or not the address has an account.',
  caller: 'anyone',
  body: z.object({ email, plan: plan.optional() }),
  ok: z.object({ success: z.literal(true) }),
  limits: mailLimits,
})

/** The one answer of operations that mail a link, whoever asks: it tells nobody who has an account. */
const askedForMail = z.object({ data: z.object({ success: z.literal(true) }) })

export const sendMagicLink = operation({
  name: 'send-magic-link',
  summary: 'Mails a link that signs in; answers the same whether or not the address has an account.',
  caller: 'anyone',
  body: z.object({ email }),
  ok: askedForMail,
  limits: mailLimits,
})

export const sendPasswordResetEmail = operation({
  name: 'send-password-reset-email',
  summary:
    'Mails a link to choose a new password; answers the same whether or not the address has an account.',
  caller: 'anyone',
  body: z.object({
    email,
    /** One of our own two addresses for it; anything else counts as `/reset-password`. */
    redirectTo: z.string().max(2000).optional(),
  }),
  ok: askedForMail,
  limits: mailLimits,
})

/** A new password and its confirmation, as every form for it asks. */
export const newPasswordForm = z
  .object({
    newPassword: password.min(minPasswordLength, `Password must be at least ${minPasswordLength} characters`),
    confirmPassword: z.string(),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const updatePassword = operation({
  name: 'update-password',
  summary: 'Sets a new password for the caller, ends all their sessions and mails them that it happened.',
  caller: 'signedIn',
  body: z.object({ password: newPasswordForm.shape.newPassword }),
  ok: z.object({ success: z.literal(true) }),
  refusals: ['password_too_weak', 'password_unchanged', 'recent_sign_in_needed'],
  limits: [{ by: 'user', max: 10, windowSeconds: 900 }],
})

export const ensureAdminRole = operation({
  name: 'ensure-admin-role',
  summary: 'Says whether the caller is an admin now. It reads the group and grants nothing.',
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ isAdmin: z.boolean() }),
})

export const signOut = operation({
  name: 'sign-out',
  summary: 'Ends every session of the caller: refresh tokens at the pool, access tokens here.',
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ success: z.literal(true) }),
})

export const profile = z.object({
  user_id: z.string(),
  email: z.string(),
  full_name: z.string(),
  company_name: z.string(),
  street_address: z.string(),
  city: z.string(),
  postcode: z.string(),
  number_of_employees: z.number(),
  user_type: z.enum(userTypes),
  /** ISO time at which the account was made. */
  created_at: z.string(),
})

export const getProfile = operation({
  name: 'get-profile',
  summary: "The caller's own profile.",
  caller: 'signedIn',
  body: nothing,
  /** With the ISO time of the last sign-in, once there was one. */
  ok: profile.extend({ last_sign_in_at: z.string().optional() }),
})
