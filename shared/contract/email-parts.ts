import * as z from 'zod/mini'
import { subscriptionPlans } from '../values/plans.ts'

/** Full name of the recipient. Absent in emails that were queued before it was added. */
export const name = z.optional(z.string())

/**
 * The currency and the invoice number that Stripe reports. Absent in emails that were queued before they were added.
 */
export const currency = z.optional(z.string())
export const number = z.optional(z.nullable(z.string()))

export const paymentFacts = z.object({ amount_minor: z.number(), paid_at: z.string(), number })

/** An item of the inbox. `due_on` is a London day. */
export const dueItem = z.object({ topic: z.string(), reference: z.string(), due_on: z.string() })

/** Set for the first payment of a purchase: its receipt confirms the order. */
export const order = z.object({
  renewal: z.nullable(z.object({ at: z.string(), amount_minor: z.number(), per: z.enum(['month', 'year']) })),
  start_requested: z.boolean(),
  /** A London day: `2026-12-06`. */
  last_withdrawal_day: z.string(),
  site_url: z.string(),
})

/**
 * The state of a subscription after a step of a dispute about one of its payments was applied. `suspended`: it gives no
 * access, and no renewal is charged. `paused`: the current period is paid, and no renewal is charged. `running`: it
 * renews as usual. `ending`: it ends with the current period. `ended`: the dispute ended it. `none`: it had ended before.
 */
export const disputeEffects = ['suspended', 'paused', 'running', 'ending', 'ended', 'none'] as const
export type DisputeEffect = (typeof disputeEffects)[number]

/** Lists the library's new and changed items of a month in London: `2026-11`. Sent to members who asked for it. */
export const libraryNews = z.object({
  template: z.literal('library-news'),
  name: z.string(),
  month: z.string(),
  items: z.array(z.object({ title: z.string(), country: z.nullable(z.string()), sentence: z.string() })),
  /** Number of changes that are not named. */
  more: z.int(),
  link: z.string(),
  stop_link: z.string(),
})

/** Sent to the support address each month, then each week until the deletion is confirmed. `cutoff` is a London day. */
export const chatDeletion = z.object({
  template: z.literal('chat-deletion'),
  cutoff: z.string(),
  requested_at: z.string(),
  link: z.string(),
})

/** Sent to the owner of an account whose address somebody tried to use for another account. */
export const alreadyRegistered = z.object({
  template: z.literal('already-registered'),
  name,
  /**
   * The attempt of that person: to sign up, or to change their address to this one. Absent in older emails, which are
   * all about sign-ups.
   */
  attempt: z.optional(z.enum(['sign-up', 'email-change'])),
  link: z.string(),
  reset: z.optional(z.object({ link: z.string(), minutes: z.number() })),
})

/** Sent to the support address each working day. `today`: items that are due before the next working day. */
export const inboxReminder = z.object({
  template: z.literal('inbox-reminder'),
  late_count: z.int(),
  late: z.array(dueItem),
  today_count: z.int(),
  today: z.array(dueItem),
  link: z.string(),
})

/** A step of a dispute. `won` and `lost` are from our side: a lost dispute returns the money to the customer. */
export const dispute = z.object({
  template: z.literal('dispute'),
  state: z.enum(['opened', 'won', 'lost']),
  /** Absent for passes and late payments, and in emails that were queued before it was added. */
  effect: z.optional(z.enum(disputeEffects)),
  /** End of the subscription. Set for the effect `ending`. */
  ends_at: z.optional(z.string()),
  /** When the pass expires. Set after a won dispute if the pass has not started and gives access. */
  use_by: z.optional(z.string()),
  what: z.enum(['pass', 'subscription']),
  amount_minor: z.number(),
  currency,
  payment: paymentFacts,
})

/** A cancellation at the end of the current period. */
export const cancelled = z.object({
  template: z.literal('cancelled'),
  name: z.string(),
  ends_at: z.string(),
  /** Reason why the subscription gave no access when it was cancelled. */
  suspended: z.optional(z.enum(['unpaid', 'disputed'])),
  /** True while the renewal for the current period is still being charged. */
  renewal_due: z.optional(z.boolean()),
  link: z.string(),
})

/**
 * Reason why a subscription ended. `cancelled`: the customer or staff scheduled it. `refunded` and `us`: we ended it.
 */
const endReasons = ['cancelled', 'unpaid', 'disputed', 'refunded', 'us'] as const
export type EndReason = (typeof endReasons)[number]

/** The end of a subscription. `due` is the invoice that stays unpaid. */
export const ended = z.object({
  template: z.literal('ended'),
  name: z.string(),
  plan: z.nullable(z.enum(subscriptionPlans)),
  reason: z.enum(endReasons),
  ended_at: z.string(),
  due: z.nullable(z.object({ amount_minor: z.number(), currency, number, link: z.nullable(z.string()) })),
  link: z.string(),
})

/** Credit at Stripe that an undone invoice had used, and that later invoices of subscriptions use. */
export const creditReturned = z.object({
  template: z.literal('credit-returned'),
  amount_minor: z.number(),
  currency,
  link: z.string(),
})
