import * as z from 'zod/mini'
import { plans, subscriptionPlans } from '../values/plans.ts'
import { inboxKinds } from '../values/inbox.ts'
import { ticketCountries } from '../values/ticket-countries.ts'
import {
  alreadyRegistered,
  cancelled,
  chatDeletion,
  creditReturned,
  currency,
  dispute,
  ended,
  inboxReminder,
  libraryNews,
  name,
  number,
  order,
  paymentFacts,
} from './email-parts.ts'

/**
 * The kinds of payments that are refunded. We refund duplicate subscriptions and late payments without being asked.
 * `part-of-withdrawal`: an earlier payment of a subscription that the buyer has withdrawn from.
 */
export const refundedItems = [
  'pass',
  'subscription',
  'duplicate',
  'late-payment',
  'part-of-withdrawal',
] as const
export type RefundedItem = (typeof refundedItems)[number]

/**
 * Content of every email, by template. It is stored in the outbox item, so attributes are snake_case.
 * Amounts are in pence, times are ISO.
 */
export const emailContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('verify-address'), link: z.string(), hours: z.number() }),
  /** Sent to an address with pending sign-ups, because strangers may have made them. */
  z.object({ template: z.literal('confirm-address'), link: z.string(), hours: z.number() }),
  alreadyRegistered,
  z.object({ template: z.literal('magic-link'), name, link: z.string(), minutes: z.number() }),
  z.object({ template: z.literal('reset-password'), name, link: z.string(), minutes: z.number() }),
  /** Sent to the new address. It is not confirmed, so the email contains no name. */
  z.object({ template: z.literal('confirm-new-address'), link: z.string(), minutes: z.number() }),
  /** Sent to the current address after a change was requested or made. */
  z.object({
    template: z.literal('email-change'),
    name: z.string(),
    new_email: z.string(),
    at: z.string(),
    done: z.boolean(),
    link: z.string(),
  }),
  z.object({
    template: z.literal('password-changed'),
    name,
    link: z.string(),
    changed_at: z.string(),
    /** Names of the passkeys that the change removed, and of the passkeys that still sign in. */
    passkeys: z.optional(z.object({ removed: z.array(z.string()), kept: z.array(z.string()) })),
  }),
  /** Security email. `passkey` is the name that the user gave it. */
  z.object({
    template: z.literal('passkey-changed'),
    name,
    change: z.enum(['added', 'removed']),
    passkey: z.string(),
    changed_at: z.string(),
    link: z.string(),
  }),
  z.object({
    template: z.literal('welcome'),
    name: z.string(),
    plan: z.enum(subscriptionPlans),
    renews_at: z.string(),
    link: z.string(),
  }),
  z.object({
    template: z.literal('pass'),
    minutes: z.number(),
    price_minor: z.number(),
    currency,
    /** True when the payment added minutes to an existing pass. */
    extended: z.boolean(),
    /** True for a guest pass: the link then restores the guest key in a browser. */
    guest: z.boolean(),
    /** True once the minutes are running. */
    started: z.boolean(),
    ends_at: z.string(),
    link: z.string(),
  }),
  /** Warns the holder of an unused pass. For a guest, the link restores the pass in a browser. */
  z.object({
    template: z.literal('pass-expiring'),
    minutes: z.number(),
    expires_at: z.string(),
    guest: z.boolean(),
    link: z.string(),
  }),
  z.object({ template: z.literal('pass-over'), minutes: z.number(), used: z.boolean(), link: z.string() }),
  /** Sent to the absent holder of a pass. For a guest, the link restores the pass in a browser. */
  z.object({ template: z.literal('adviser-replied'), link: z.string() }),
  /** A conversation from the chat provider, earliest message first. */
  z.object({
    template: z.literal('transcript'),
    messages: z.array(z.object({ from: z.enum(['visitor', 'adviser']), at: z.string(), text: z.string() })),
    /** True if earlier messages were left out because of the size. */
    shortened: z.boolean(),
  }),
  /** Receipt. `plan` is null if the price is not ours. `credit_minor` was paid from credit. The link opens the invoice. */
  z.object({
    template: z.literal('receipt'),
    plan: z.nullable(z.enum(plans)),
    amount_minor: z.number(),
    credit_minor: z.optional(z.number()),
    currency,
    paid_at: z.string(),
    number: z.nullable(z.string()),
    link: z.nullable(z.string()),
    order: z.optional(order),
  }),
  /** Announces a renewal and its price at Stripe. */
  z.object({
    template: z.literal('renewal'),
    name: z.string(),
    plan: z.nullable(z.enum(subscriptionPlans)),
    interval: z.enum(['month', 'year']),
    amount_minor: z.number(),
    currency,
    renews_at: z.string(),
    link: z.string(),
  }),
  /** One failed attempt to charge an invoice. `next_attempt_at` is null after the last one. */
  z.object({
    template: z.literal('payment-failed'),
    name: z.string(),
    plan: z.nullable(z.enum(subscriptionPlans)),
    amount_minor: z.number(),
    currency,
    number,
    next_attempt_at: z.nullable(z.string()),
    link: z.string(),
  }),
  /** A direct debit for a pass that failed days after checkout. */
  z.object({
    template: z.literal('pass-payment-failed'),
    amount_minor: z.number(),
    currency,
    link: z.string(),
  }),
  ended,
  /**
   * `reason` is `other` if Stripe reports neither a payment nor a won dispute: for example, the invoice was written
   * off.
   */
  z.object({
    template: z.literal('reinstated'),
    name: z.string(),
    reason: z.enum(['paid', 'dispute_won', 'other']),
    /** Set if the subscription is cancelled. */
    ends_at: z.optional(z.string()),
    link: z.string(),
  }),
  /** The payment of an ended subscription's invoice, which bought one period of access without renewal. */
  z.object({
    template: z.literal('late-payment'),
    name: z.string(),
    amount_minor: z.number(),
    currency,
    ends_at: z.string(),
    link: z.string(),
  }),
  cancelled,
  /** `waits_for` says why the subscription does not renew at `renews_at` after all. */
  z.object({
    template: z.literal('resumed'),
    name: z.string(),
    /** Absent if the price is not one of ours, or if the subscription does not renew at `renews_at`. */
    plan: z.optional(z.enum(subscriptionPlans)),
    renews_at: z.string(),
    waits_for: z.optional(z.enum(['payment', 'dispute'])),
    link: z.string(),
  }),
  /** A refund, in full or in part. `payment` is the payment that it belongs to. */
  z.object({
    template: z.literal('refunded'),
    what: z.enum(refundedItems),
    amount_minor: z.number(),
    currency,
    payment: z.optional(paymentFacts),
  }),
  creditReturned,
  /**
   * Acknowledges a withdrawal. `amount_minor` is the amount of the refund, which may still be pending. `total_minor` is
   * the sum of several refunds, each with a separate email. `transfer_minor` is the part that we repay by bank
   * transfer. All are absent or 0 if staff had already refunded everything that was due.
   */
  z.object({
    template: z.literal('withdrawal'),
    what: z.enum(['pass', 'subscription']),
    amount_minor: z.number(),
    currency,
    payment: paymentFacts,
    total_minor: z.optional(z.number()),
    transfer_minor: z.optional(z.number()),
    pending: z.optional(z.literal(true)),
  }),
  /**
   * A refund that the customer's bank rejected. `withdrawn` is set for the refund of a withdrawal, which the email then
   * acknowledges. `transfer_minor` is the part of the withdrawal that we repay by bank transfer.
   */
  z.object({
    template: z.literal('refund-failed'),
    what: z.enum(refundedItems),
    amount_minor: z.number(),
    currency,
    payment: paymentFacts,
    withdrawn: z.optional(z.enum(['pass', 'subscription'])),
    transfer_minor: z.optional(z.number()),
  }),
  dispute,
  /** Confirms an account deletion. Only emails about payments can follow. */
  z.object({
    template: z.literal('account-deleted'),
    name: z.string(),
    deleted_at: z.string(),
    had_subscription: z.boolean(),
  }),
  /** A contact form message, sent to the support address. */
  z.object({
    template: z.literal('contact-message'),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    reference: z.string(),
  }),
  /** Leaves out the message, because the sender may have given someone else's address. */
  z.object({ template: z.literal('contact-receipt'), reference: z.string(), received_at: z.string() }),
  /** A member's ticket, sent to the advisers. `answered_by` is a London day: `2026-11-23`. */
  z.object({
    template: z.literal('ticket'),
    name: z.string(),
    email: z.string(),
    topic: z.string(),
    country: z.enum(ticketCountries),
    message: z.string(),
    answered_by: z.string(),
    id: z.string(),
    follow_up: z.optional(z.literal(true)),
  }),
  z.object({
    template: z.literal('ticket-receipt'),
    name: z.string(),
    topic: z.string(),
    country: z.enum(ticketCountries),
    message: z.string(),
    answered_by: z.string(),
    id: z.string(),
    link: z.string(),
  }),
  /** An adviser's reply to a ticket or contact message. `link` is null for contact messages. */
  z.object({
    template: z.literal('inbox-reply'),
    name: z.string(),
    topic: z.string(),
    reference: z.string(),
    /** ISO time of the question. */
    asked_at: z.string(),
    question: z.string(),
    reply: z.string(),
    /** True for the acknowledgement of a complaint. */
    acknowledges: z.boolean(),
    /** Kind of the sender's message. Absent in older emails of the outbox, whose text replies to a question. */
    kind: z.optional(z.enum(inboxKinds)),
    link: z.nullable(z.string()),
  }),
  inboxReminder,
  libraryNews,
  chatDeletion,
])
export type EmailContent = z.infer<typeof emailContent>

/** Content of the emails of one template. */
export type EmailContentOf<Template extends EmailContent['template']> = Extract<
  EmailContent,
  { template: Template }
>
