import * as z from 'zod/mini'
import { maxPasswordLength, minPasswordLength } from '../values/limits.ts'
import { subscriptionPlans } from '../values/plans.ts'
import { emailStop } from './email-stop.ts'
import { accountEmail, email, nothing, password, requiredLine } from './fields.ts'
import { operation } from './operation.ts'
import { profile, userTypes } from './profile.ts'

export const plan = z.enum(subscriptionPlans)

/** The sign-up form. Browser and server validate with the same schema. */
export const signUpForm = z
  .object({
    firstName: requiredLine('First name', 2, 100),
    lastName: requiredLine('Last name', 2, 100),
    email: accountEmail,
    /** The form enforces no minimum length, but Cognito does. */
    password: password.check(z.minLength(1, 'Password is required')),
    confirmPassword: z.string(),
    companyName: requiredLine('Company name', 2),
    streetAddress: requiredLine('Street address', 5),
    city: requiredLine('City', 1, 100),
    postcode: requiredLine('Postcode', 1, 12),
    numberOfEmployees: z
      .number('Number of employees must be at least 1')
      .check(
        z.int('Number of employees must be a whole number'),
        z.minimum(1, 'Number of employees must be at least 1'),
        z.maximum(1_000_000, 'Please check the number of employees'),
      ),
    userType: z.enum(userTypes, 'Please select whether you are a landlord or agent'),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      message: "Passwords don't match",
      // Reports the mismatch even while other fields are empty.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )

/**
 * The limit of an operation that emails a link, for all clients together. Beyond `max`, an alarm is raised and each
 * network may send two more requests in the window. Beyond ten times as many, all are rejected, which protects our
 * reputation as a sender.
 */
export const sharedEmailLimit = {
  by: 'everyone',
  max: 1000,
  windowSeconds: 3600,
  beyond: { perNetwork: 2, max: 10_000 },
} as const

/**
 * The same limit for sign-ups, except that all are rejected beyond twice `max`: each sign-up is a user of the pool until
 * it expires, and Cognito charges for each (docs/scale.md).
 */
export const sharedSignUpLimit = {
  by: 'everyone',
  max: 1000,
  windowSeconds: 3600,
  beyond: { perNetwork: 2, max: 2000 },
} as const

export const signUp = operation({
  name: 'sign-up',
  summary: 'Creates a pending sign-up and emails the link that confirms its address and creates the account.',
  caller: 'anyone',
  body: z.intersection(
    signUpForm,
    z.object({
      referrer_token: z.optional(z.string().check(z.maxLength(200))),
      plan: z.optional(plan),
      /**
       * From the address `/signup#address_token=…`: proves that the address is confirmed. Creates the account
       * immediately.
       */
      address_token: z.optional(z.string().check(z.maxLength(200))),
    }),
  ),
  /**
   * `sign_up_id` is for `check-sign-up`. It looks the same for an address that has an account. Absent with
   * `address_token`.
   */
  ok: z.object({ success: z.literal(true), sign_up_id: z.optional(z.string()) }),
  errors: ['password_too_weak', 'link_expired'],
  limits: [
    { by: 'client', max: 20, windowSeconds: 3600 },
    { by: 'email', max: 5, windowSeconds: 3600 },
    sharedSignUpLimit,
  ],
})

export const signUpStatuses = ['waiting', 'confirmed', 'expired'] as const

export const checkSignUp = operation({
  name: 'check-sign-up',
  summary:
    'Returns whether the address of a sign-up has been confirmed, on any device, for the page that made it. Does not sign anyone in.',
  caller: 'anyone',
  body: z.object({ sign_up_id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  /** A sign-up with the address of an account is `waiting` until it expires. An unknown id is `expired`. */
  ok: z.object({ status: z.enum(signUpStatuses) }),
  // A waiting page calls this at most 12 times in the first five minutes, then once a minute. An office shares one IP
  // address.
  limits: [{ by: 'client', max: 300, windowSeconds: 900 }],
})

export const checkPendingSignUp = operation({
  name: 'check-pending-sign-up',
  summary: 'Returns whether the password belongs to a pending sign-up with this address.',
  caller: 'anyone',
  body: z.object({
    email,
    password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(maxPasswordLength)),
  }),
  /** True if a sign-up with this address and password is pending. An account with the address makes no difference. */
  ok: z.object({ pending: z.boolean() }),
  limits: [
    { by: 'client', max: 30, windowSeconds: 900 },
    { by: 'email', max: 10, windowSeconds: 900 },
  ],
})

/** Rate limits of operations that email a link. */
const emailLimits = [
  { by: 'email', max: 1, windowSeconds: 60 },
  { by: 'email', max: 5, windowSeconds: 3600 },
  { by: 'client', max: 30, windowSeconds: 3600 },
  sharedEmailLimit,
] as const

export const resendConfirmation = operation({
  name: 'resend-confirmation',
  summary: 'Emails a new verification link. The response does not reveal whether the address has an account.',
  caller: 'anyone',
  body: z.object({ email, plan: z.optional(plan) }),
  ok: z.object({ success: z.literal(true) }),
  limits: emailLimits,
})

/** The same for every address, so that it does not reveal which addresses have an account. */
const emailRequested = z.object({ data: z.object({ success: z.literal(true) }) })

export const sendMagicLink = operation({
  name: 'send-magic-link',
  summary: 'Emails a sign-in link. The response does not reveal whether the address has an account.',
  caller: 'anyone',
  body: z.object({ email }),
  ok: emailRequested,
  limits: emailLimits,
})

export const sendPasswordResetEmail = operation({
  name: 'send-password-reset-email',
  summary:
    'Emails a link to set a new password. The response does not reveal whether the address has an account.',
  caller: 'anyone',
  body: z.object({
    email,
    /** `/reset-password` or `/reset-password?from=admin` on our site. Anything else counts as `/reset-password`. */
    redirectTo: z.optional(z.string().check(z.maxLength(2000))),
  }),
  ok: emailRequested,
  limits: emailLimits,
})

const passwordFrom = (min: number) =>
  password.check(z.minLength(min, `Password must be at least ${min} characters`))
const newPassword = passwordFrom(minPasswordLength)

/** A new password and its confirmation, as in every change-password form. */
export const newPasswordForm = z.object({ newPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
)

export const updatePassword = operation({
  name: 'update-password',
  summary:
    'Sets a new password for the caller, ends all their sessions, removes their passkeys if asked to, and emails a notification.',
  caller: 'signedIn',
  body: z.object({
    password: newPassword,
    /** Also removes all passkeys: someone else may have added one. */
    remove_passkeys: z.optional(z.boolean()),
  }),
  ok: z.object({ success: z.literal(true) }),
  errors: ['password_too_weak', 'password_unchanged', 'recent_sign_in_needed'],
  limits: [{ by: 'user', max: 10, windowSeconds: 900 }],
})

export const ensureAdminRole = operation({
  name: 'ensure-admin-role',
  summary: 'Returns whether the caller is currently an admin. Reads the role and never changes it.',
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ isAdmin: z.boolean() }),
})

export const signOut = operation({
  name: 'sign-out',
  summary: 'Ends every session of the caller. Revokes all refresh and access tokens.',
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ success: z.literal(true) }),
})

export const getProfile = operation({
  name: 'get-profile',
  summary: "Returns the caller's profile.",
  caller: 'signedIn',
  body: nothing,
  ok: z.extend(profile, {
    /** ISO time. Absent before the first sign-in. */
    last_sign_in_at: z.optional(z.string()),
    /** Reason why emails to the caller's address are stopped. Absent if they are sent. */
    emails_stopped: z.optional(emailStop.shape.reason),
  }),
})
