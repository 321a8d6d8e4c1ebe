import * as z from 'zod'
import { profile } from '../../../shared/contract/identity.ts'
import { subscriptionPlans } from '../../../shared/values/plans.ts'

/**
 * The shapes of the items that decide what a person may do. Reads go through them, so that an item of an
 * old shape fails loudly instead of quietly granting or refusing. Times are ISO, in UTC.
 */
export const profileRecord = profile.extend({
  entity: z.literal('profile'),
  /** What the sign-up said of the referral: kept as it came, counted when the address is verified. */
  referrer_token: z.string().optional(),
  /** The referral link that the token belonged to when the person signed up, if it counted then. */
  referral_id: z.string().optional(),
  email_verified_at: z.string().optional(),
  last_sign_in_at: z.string().optional(),
  /** Access tokens of sign-ins before this time are refused, whatever their own expiry says. */
  tokens_valid_after: z.string().optional(),
  /** The sign-in (`origin_jti`) that asked for the sign-out: refused even within the same second. */
  signed_out_origin: z.string().optional(),
  stripe_customer_id: z.string().optional(),
  /** A customer of the person that was deleted at Stripe. */
  former_stripe_customer_id: z.string().optional(),
})
export type ProfileRecord = z.infer<typeof profileRecord>

/**
 * What stands in the place of a deleted person's profile: nothing of who that was, and enough to refuse the
 * tokens and the late events that still speak of them.
 */
export const tombstoneRecord = z.object({
  entity: z.literal('tombstone'),
  user_id: z.string(),
  deleted_at: z.string(),
})
export type TombstoneRecord = z.infer<typeof tombstoneRecord>

export const subscriberRecord = z.object({
  entity: z.literal('subscriber'),
  user_id: z.string(),
  email: z.string(),
  subscribed: z.boolean(),
  subscription_tier: z.enum(subscriptionPlans).nullable(),
  subscription_end: z.string().nullable(),
})
export type SubscriberRecord = z.infer<typeof subscriberRecord>

export const subscriptionRecord = z.object({
  entity: z.literal('subscription'),
  user_id: z.string(),
  stripe_customer_id: z.string(),
  stripe_subscription_id: z.string().nullable(),
  status: z.string().nullable(),
  /** True for both shapes of a scheduled cancellation. */
  cancel_at_period_end: z.boolean(),
  current_period_end: z.string().nullable(),
  /** Counts the writes of the projection: a sync that read an older one starts again. */
  version: z.number(),
  /** The subscription that was last welcomed by mail: one welcome for each. */
  welcomed: z.string().nullable(),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>

export const passRecord = z.object({
  entity: z.literal('pass'),
  /** Null for a guest pass, which belongs to whoever has its key. */
  user_id: z.string().nullable(),
  /** The Checkout Session that was the first to pay for it: what the pass is called. */
  session_id: z.string(),
  /** Where its mails go; null when the payment page knew no address. */
  email: z.string().nullable(),
  paid_at: z.string(),
  /** Set by the adviser's first answer; never moved. */
  started_at: z.string().optional(),
  /** Minutes that run from `started_at`. */
  minutes: z.number(),
  ended_at: z.string().optional(),
  /** Set while every payment for it has gone back. */
  refunded_at: z.string().optional(),
  /** Each payment for it, by Checkout Session: 30 minutes while its money has not gone back. */
  blocks: z.record(z.string(), z.object({ paid_at: z.string(), withdrawn: z.boolean() })),
  /** Counts the writes: who read an older one starts again. */
  version: z.number(),
})
export type PassRecord = z.infer<typeof passRecord>
