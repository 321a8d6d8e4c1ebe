import * as z from 'zod/mini'
import { profile } from '#shared/contract/profile.ts'
import { reversalReasons } from '#shared/values/reversal-reasons.ts'
import { subscriptionPlans } from '#shared/values/plans.ts'

/**
 * `until` is the time of the change. Data stored under the address later belongs to its next owner, and data stored up
 * to `from` belongs to its previous owner.
 */
export const formerEmail = z.object({ email: z.string(), from: z.optional(z.string()), until: z.string() })
export type FormerEmail = z.infer<typeof formerEmail>

/**
 * Schemas of the items that decide an account's access. All other item schemas are beside their repositories. These
 * are here because every authenticated request reads them together, in one Query (`findAccount`), before it reaches
 * a domain. The identity, subscriptions and passes domains write them.
 *
 * Reads are parsed too, so an item with an outdated shape fails loudly and does not silently grant or deny access.
 * Times are ISO, in UTC.
 */
export const profileRecord = z.extend(profile, {
  entity: z.literal('profile'),
  /** Addresses that the account had, for the data that is stored by address. */
  former_emails: z.optional(z.array(formerEmail)),
  /** The referral token sent with the sign-up, unchecked. The use is counted once the address is verified. */
  referrer_token: z.optional(z.string()),
  /** The referral link that the token belonged to at sign-up. Absent if the token was not valid then. */
  referral_id: z.optional(z.string()),
  email_verified_at: z.optional(z.string()),
  last_sign_in_at: z.optional(z.string()),
  /** Access tokens from sign-ins before this time are rejected, even if they have not expired. */
  tokens_valid_after: z.optional(z.string()),
  /** The sign-in (`origin_jti`) that requested the sign-out. Its tokens are rejected even within the same second. */
  signed_out_origin: z.optional(z.string()),
  /** Set while a change of password is running, and kept if it stopped halfway: see `password-change.ts`. */
  password_change_started_at: z.optional(z.string()),
  /** True if the user pool has the new password. */
  password_change_set: z.optional(z.boolean()),
  /** Names of the passkeys that this change removes. */
  password_change_removed_passkeys: z.optional(z.array(z.string())),
  /** Links to a new address that were requested before this time are void. A sign-out does not change it. */
  password_changed_at: z.optional(z.string()),
  /** Number of passkeys ever added: of two additions at the same time, the later one fails and counts again. */
  passkey_additions: z.optional(z.number()),
  stripe_customer_id: z.optional(z.string()),
  /** The account's previous Stripe customer, which was deleted at Stripe. */
  former_stripe_customer_id: z.optional(z.string()),
})
export type ProfileRecord = z.infer<typeof profileRecord>

/**
 * Replaces the profile of a deleted account. Holds no personal data, only what is needed to reject tokens and late
 * Stripe events of that account.
 */
export const tombstoneRecord = z.object({
  entity: z.literal('tombstone'),
  user_id: z.string(),
  deleted_at: z.string(),
})
export type TombstoneRecord = z.infer<typeof tombstoneRecord>

/** The item under the key of a profile: for some weeks after a deletion, its tombstone. */
export const profileOrTombstone = z.discriminatedUnion('entity', [profileRecord, tombstoneRecord])

export const subscriberRecord = z.object({
  entity: z.literal('subscriber'),
  user_id: z.string(),
  email: z.string(),
  subscribed: z.boolean(),
  subscription_tier: z.nullable(z.enum(subscriptionPlans)),
  subscription_end: z.nullable(z.string()),
})
export type SubscriberRecord = z.infer<typeof subscriberRecord>

export const subscriptionRecord = z.object({
  entity: z.literal('subscription'),
  user_id: z.string(),
  stripe_customer_id: z.string(),
  stripe_subscription_id: z.nullable(z.string()),
  status: z.nullable(z.string()),
  /** True for both forms of a scheduled cancellation: at the period end, or at a date. */
  cancel_at_period_end: z.boolean(),
  current_period_end: z.nullable(z.string()),
  /** Number of changes so far. A sync that read an older version reads again. */
  version: z.number(),
  /** Number of syncs that found this version to be up to date. A sync that was overtaken by one reads again. */
  checks: z.optional(z.number()),
  /** Id of the subscription that last got a welcome email: one email per subscription. */
  welcomed: z.nullable(z.string()),
  /** True while the bank disputes the payment for the current period. Access is suspended then. */
  disputed: z._default(z.boolean(), false),
  /** The sum of unpaid invoices, in pence. Null if nothing is due. */
  balance_due_minor: z._default(z.nullable(z.number()), null),
  /** The invoice of the last late payment that bought access, about which we have emailed. Null before the first. */
  late_invoice_id: z._default(z.nullable(z.string()), null),
  /** Version of the text in which the buyer asked for a start within the withdrawal period, and when. */
  start_request_wording: z._default(z.nullable(z.string()), null),
  start_requested_at: z._default(z.nullable(z.string()), null),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>

const passPurchaseRecord = z.object({
  paid_at: z.string(),
  /** The minutes that were sold. Absent in older records. */
  minutes: z.optional(z.number()),
  reversed: z.boolean(),
  /** Time at which it was reversed. Absent otherwise, and in older records. */
  reversed_at: z.optional(z.string()),
  /** Reason for the reversal. Absent otherwise, and if an earlier release reversed it. */
  reversal: z.optional(z.enum(reversalReasons)),
  /** Version of the text in which the buyer asked for a start within the withdrawal period, and when. */
  start_request_wording: z.optional(z.string()),
  start_requested_at: z.optional(z.string()),
})

export const passRecord = z.object({
  entity: z.literal('pass'),
  /** Null for a guest pass, which is identified by its guest key. */
  user_id: z.nullable(z.string()),
  /** The Checkout Session of the first purchase. It identifies the pass. */
  session_id: z.string(),
  /** Address for emails about the pass. Null if Stripe reported none. */
  email: z.nullable(z.string()),
  paid_at: z.string(),
  /** Days in which to start the pass, as it was sold. Absent in older records. */
  unused_days: z.optional(z.number()),
  /** Time at which a purchase was restored before the start. The days to start the pass count from then. */
  restored_at: z.optional(z.string()),
  /** Set by the adviser's first reply while the holder is present. Never changes. */
  started_at: z.optional(z.string()),
  /** Length of the session, counted from `started_at`. 0 while every purchase is reversed. */
  minutes: z.number(),
  /** Time at which the pass was used up or given up. */
  ended_at: z.optional(z.string()),
  /** Time at which the holder last contacted the server or wrote, exact to a minute. Not updated after the start. */
  last_seen_at: z.optional(z.string()),
  /** Time of the first adviser reply that the absent holder has not come back to. */
  unseen_reply_at: z.optional(z.string()),
  /** End of the last conversation. */
  chat_ended_at: z.optional(z.string()),
  /** Read by the previous release only, which takes it for every reversal. `purchases` has the reasons. */
  refunded_at: z.optional(z.string()),
  /** Purchases by Checkout Session. Each adds 30 minutes unless it is reversed (refunded or disputed). */
  purchases: z.record(z.string(), passPurchaseRecord),
  /** Number of writes so far. A writer that read an older version reads again. */
  version: z.number(),
})
export type PassRecord = z.infer<typeof passRecord>

/** An admin's step-up: the second factor was entered after one sign-in, and counts until `valid_until`. */
export const stepUpRecord = z.object({
  entity: z.literal('step_up'),
  /** The sign-in (`origin_jti`) that the code was entered after. */
  sign_in: z.string(),
  passed_at: z.string(),
  valid_until: z.string(),
})
export type StepUpRecord = z.infer<typeof stepUpRecord>
