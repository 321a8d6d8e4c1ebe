import * as z from 'zod'
import { userTypes } from './identity.ts'
import { nothing, sessionId } from './fields.ts'
import { operation } from './operation.ts'
import { subscriptionPlans } from '../values/plans.ts'

/** What the browser knows of the buyer. The server charges and mails the token's owner, not this. */
export const userInfo = z
  .object({
    email: z.string().max(254),
    fullName: z.string().max(250),
    companyName: z.string().max(200),
    streetAddress: z.string().max(200),
    city: z.string().max(100),
    postcode: z.string().max(12),
    numberOfEmployees: z.number(),
    userType: z.enum(userTypes),
  })
  .partial()

export const createCheckout = operation({
  name: 'create-checkout',
  summary: 'Opens the hosted payment page for a subscription, or the one that is already open.',
  caller: 'signedIn',
  body: z.object({ plan: z.enum(subscriptionPlans), userInfo: userInfo.optional() }),
  ok: z.object({ url: z.url() }),
  refusals: ['already_subscribed', 'payment_in_progress', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const verifySubscription = operation({
  name: 'verify-subscription',
  summary: "Brings the caller's subscription up to date after paying, with or without the webhook.",
  caller: 'signedIn',
  body: z.object({ session_id: sessionId }),
  ok: z.object({ subscription_activated: z.boolean() }),
  refusals: ['not_found', 'payment_provider_error'],
})

export const checkSubscription = operation({
  name: 'check-subscription',
  summary: 'Says whether the caller subscribes; asks the payment provider when our own record says no.',
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ subscribed: z.boolean() }),
  refusals: ['payment_provider_error'],
})

/** A one-time pass that opens the chat. Times are ISO. */
export const passStatus = z.object({
  /** `waiting` for an adviser's first answer, which starts the time. */
  state: z.enum(['waiting', 'running']),
  /** When the time is up; null while the pass waits. */
  endsAt: z.string().nullable(),
  /** By when an adviser must have answered. */
  useBy: z.string(),
})
export type PassStatus = z.infer<typeof passStatus>

export const accessStatus = z.object({
  isSubscribed: z.boolean(),
  hasOneTimeAccess: z.boolean(),
  hasGuestAccess: z.boolean(),
  isAdmin: z.boolean(),
  cancelAtPeriodEnd: z.boolean(),
  /** ISO time, or null when there is no end in sight. */
  subscriptionEnd: z.string().nullable(),
  subscriptionTier: z.string().nullable(),
  /** A charge is unpaid: access is withdrawn until the balance is paid. */
  paymentDue: z.boolean(),
  /** The caller's own one-time pass: the one that runs, else the next one to be used. */
  pass: passStatus.nullable(),
})
export type AccessStatus = z.infer<typeof accessStatus>

export const getAccess = operation({
  name: 'get-access',
  summary: "The caller's whole access status in one call.",
  caller: 'signedIn',
  body: nothing,
  ok: accessStatus,
})

export const isUserSubscribed = operation({
  name: 'is-user-subscribed',
  summary: 'Says from our own record whether the caller subscribes.',
  caller: 'signedIn',
  body: nothing,
  ok: z.boolean(),
})

/** When access ends: ISO time, or null when there is no end in sight. */
const subscriptionEnd = z.object({ subscription_end: z.string().nullable() })

export const cancelSubscription = operation({
  name: 'cancel-subscription',
  summary: "Stops the renewal of the caller's subscription; access is kept to the end of the period.",
  caller: 'signedIn',
  body: nothing,
  ok: subscriptionEnd,
  refusals: ['not_subscribed', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const resumeSubscription = operation({
  name: 'resume-subscription',
  summary: 'Takes a scheduled cancellation back, while the subscription still runs.',
  caller: 'signedIn',
  body: nothing,
  ok: subscriptionEnd,
  refusals: ['not_subscribed', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const getOpenInvoice = operation({
  name: 'get-open-invoice',
  summary: "Where the caller's unpaid invoice can be paid, on the payment provider's page.",
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ url: z.url() }),
  refusals: ['not_found', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const createBillingPortal = operation({
  name: 'create-billing-portal',
  summary: "Opens the payment provider's page for cards, invoices and cancellation.",
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ url: z.url() }),
  refusals: ['not_subscribed', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})
