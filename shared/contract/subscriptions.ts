import * as z from 'zod/mini'
import { inChat, nothing, reversal, sessionId } from './fields.ts'
import { operation } from './operation.ts'
import { userTypes } from './profile.ts'
import { subscriptionPlans } from '../values/plans.ts'

/** The buyer's details as known to the browser. The server ignores them and uses the caller's profile. */
export const userInfo = z.partial(
  z.object({
    email: z.string().check(z.maxLength(254)),
    fullName: z.string().check(z.maxLength(250)),
    companyName: z.string().check(z.maxLength(200)),
    streetAddress: z.string().check(z.maxLength(200)),
    city: z.string().check(z.maxLength(100)),
    postcode: z.string().check(z.maxLength(12)),
    numberOfEmployees: z.number(),
    userType: z.enum(userTypes),
  }),
)

export const createCheckout = operation({
  name: 'create-checkout',
  summary: 'Opens the hosted payment page for a subscription, or returns the one that is already open.',
  caller: 'signedIn',
  body: z.object({ plan: z.enum(subscriptionPlans), userInfo: z.optional(userInfo) }),
  ok: z.object({ url: z.url() }),
  errors: [
    'already_subscribed',
    'payment_due',
    'payment_disputed',
    'payment_in_progress',
    'payment_provider_error',
  ],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const verifySubscription = operation({
  name: 'verify-subscription',
  summary:
    "Updates the caller's subscription from the payment provider after a payment, without waiting for the webhook.",
  caller: 'signedIn',
  body: z.object({ session_id: sessionId }),
  /**
   * The reason why the subscription of the session gives no access. `reversal`: its payment no longer counts. `state`: it has ended,
   * or a later charge is unpaid.
   */
  ok: z.object({
    subscription_activated: z.boolean(),
    reversal,
    state: z.optional(z.enum(['ended', 'payment_due'])),
  }),
  errors: ['not_found', 'payment_provider_error'],
  // Each call reads from Stripe, whose own limit all users share.
  limits: [{ by: 'user', max: 60, windowSeconds: 60 }],
})

/**
 * Limits the checks with Stripe, whose own limit all users share. The handler enforces it: members do not count, because
 * their record needs no check.
 */
export const checkSubscriptionLimit = { by: 'user', max: 60, windowSeconds: 60 } as const

export const checkSubscription = operation({
  name: 'check-subscription',
  summary:
    'Returns whether the caller is subscribed. Checks with the payment provider if our own record shows no subscription, at most 60 times a minute.',
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ subscribed: z.boolean() }),
  errors: ['payment_provider_error', 'rate_limited'],
})

/** An active one-time pass. Times are ISO. */
export const passStatus = z.object({
  /** `waiting`: for the adviser's first reply, which starts the session. */
  state: z.enum(['waiting', 'running']),
  /** End of the session. Null while the pass is waiting. */
  endsAt: z.nullable(z.string()),
  /** Time at which the pass expires if no adviser replies. */
  useBy: z.string(),
  /** The total minutes of the purchases that count, including minutes already used. */
  minutes: z.int(),
  /** The minutes of the purchases that do not count while their payments are disputed, if there are any. */
  disputedMinutes: z.optional(z.int()),
  /** ISO time of an adviser's reply that the absent holder has not come back to. Opening the chat starts the pass. */
  adviserRepliedAt: z.optional(z.string()),
})
export type PassStatus = z.infer<typeof passStatus>

export const accessStatus = z.object({
  isSubscribed: z.boolean(),
  hasOneTimeAccess: z.boolean(),
  hasGuestAccess: z.boolean(),
  isAdmin: z.boolean(),
  cancelAtPeriodEnd: z.boolean(),
  /** ISO time, or null if no end is known. */
  subscriptionEnd: z.nullable(z.string()),
  subscriptionTier: z.nullable(z.string()),
  /**
   * True if an invoice is unpaid, even after the subscription has ended. `get-open-invoice` returns the payment page.
   * Without access, paying gives access, even while another payment is disputed. False if the running subscription is
   * disputed, because paying an invoice of an earlier subscription would not give access.
   */
  paymentDue: z.boolean(),
  /** The unpaid balance in pence. Null if nothing is due. */
  balanceDueMinor: z.nullable(z.number()),
  /**
   * True while the caller's bank disputes a payment. Nothing more is charged, and `cancel-subscription` works. Access
   * continues until the end of a period that another payment has paid for. Without such a period, access is suspended,
   * and returns if the dispute is won.
   */
  disputed: z.boolean(),
  /**
   * True if access comes from a late payment of an ended subscription. It ends at `subscriptionEnd` and cannot be
   * resumed.
   */
  withoutRenewal: z.boolean(),
  /** The caller's current one-time pass: the running one, else the next one to be used. */
  pass: z.nullable(passStatus),
  /** True while an open dispute of its payment keeps a pass of the caller from giving access. */
  passDisputed: z.boolean(),
})
export type AccessStatus = z.infer<typeof accessStatus>

export const getAccess = operation({
  name: 'get-access',
  summary:
    "Returns the caller's complete access status. With `in_chat`, records that the holder of a waiting pass is in the chat.",
  caller: 'signedIn',
  body: z.looseObject({ in_chat: inChat }),
  ok: accessStatus,
})

export const isUserSubscribed = operation({
  name: 'is-user-subscribed',
  summary: 'Returns whether the caller is subscribed, according to our own record.',
  caller: 'signedIn',
  body: nothing,
  ok: z.boolean(),
})

/** End of access: ISO time, or null if no end is known. */
const subscriptionEnd = z.object({ subscription_end: z.nullable(z.string()) })

export const cancelSubscription = operation({
  name: 'cancel-subscription',
  summary: "Cancels the renewal of the caller's subscription. Access continues until the end of the period.",
  caller: 'signedIn',
  body: nothing,
  ok: subscriptionEnd,
  errors: ['not_subscribed', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const resumeSubscription = operation({
  name: 'resume-subscription',
  summary: 'Revokes a scheduled cancellation while the subscription is still active.',
  caller: 'signedIn',
  body: nothing,
  ok: subscriptionEnd,
  errors: ['not_subscribed', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

/**
 * Price of a change of plan, as the payment provider reports it. Times are ISO. Amounts are in the currency's minor
 * unit.
 */
export const planChangePreview = z.object({
  plan: z.enum(subscriptionPlans),
  currency: z.string(),
  /** Start of the new plan: now, or the end of the period. */
  startsAt: z.string(),
  isImmediate: z.boolean(),
  /** Charged immediately. 0 if the plan changes at the end of the period. */
  amountDueMinor: z.int(),
  /** Credit for the rest of the current period. It is already deducted from `amountDueMinor`. */
  creditMinor: z.int(),
  nextChargeMinor: z.int(),
  nextChargeAt: z.string(),
  /** The time for which the credit was computed. Pass it to `change-plan`. */
  pricedAt: z.string(),
})

const planChangeErrors = [
  'not_subscribed',
  'payment_due',
  'payment_disputed',
  'subscription_ending',
  'payment_in_progress',
  'payment_provider_error',
] as const

export const previewPlanChange = operation({
  name: 'preview-plan-change',
  summary: "Returns what changing the caller's plan would cost, without changing it.",
  caller: 'signedIn',
  body: z.object({ plan: z.enum(subscriptionPlans) }),
  ok: planChangePreview,
  errors: [...planChangeErrors, 'already_on_plan'],
  limits: [{ by: 'user', max: 60, windowSeconds: 3600 }],
})

export const changePlan = operation({
  name: 'change-plan',
  summary:
    "Changes the caller's plan: to annual immediately, for the amount that was previewed, and to monthly at the end of the period. With the current plan, cancels a scheduled or pending change.",
  caller: 'signedIn',
  body: z.object({
    plan: z.enum(subscriptionPlans),
    /** The preview that the caller confirmed. Needed only if it charges immediately. */
    confirmed: z.optional(z.object({ pricedAt: z.iso.datetime(), amountDueMinor: z.int() })),
  }),
  ok: z.object({
    plan: z.enum(subscriptionPlans),
    /** Start of the plan: ISO time, or null if it is the current one, or starts once the payment is confirmed. */
    startsAt: z.nullable(z.string()),
    /** Set if the caller's bank asks to confirm the payment: the page for it, and when the change is dropped. */
    confirmation: z.nullable(z.object({ url: z.url(), expiresAt: z.string() })),
  }),
  errors: [...planChangeErrors, 'amount_changed', 'payment_declined'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})
