import * as z from 'zod'
import { ticketCountries } from './chat.ts'
import { subscriptionPlans } from '../values/plans.ts'

/** The mails that the service sends, each with what its words need. Amounts are in pence, times ISO. */
export const mailContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('verify-address'), link: z.string(), hours: z.number() }),
  z.object({ template: z.literal('already-registered'), link: z.string() }),
  z.object({ template: z.literal('magic-link'), link: z.string(), minutes: z.number() }),
  z.object({ template: z.literal('reset-password'), link: z.string(), minutes: z.number() }),
  z.object({ template: z.literal('password-changed'), link: z.string(), changedAt: z.string() }),
  z.object({
    template: z.literal('welcome'),
    name: z.string(),
    plan: z.enum(subscriptionPlans),
    priceMinor: z.number(),
    renewsAt: z.string(),
    link: z.string(),
  }),
  z.object({
    template: z.literal('pass'),
    minutes: z.number(),
    priceMinor: z.number(),
    /** True when the payment added minutes to a pass that the person had. */
    extended: z.boolean(),
    /** Whether the link brings a guest key back; with an account there is none to bring back. */
    guest: z.boolean(),
    link: z.string(),
  }),
  z.object({ template: z.literal('pass-over'), minutes: z.number(), used: z.boolean(), link: z.string() }),
  z.object({ template: z.literal('payment-failed'), name: z.string(), link: z.string() }),
  z.object({ template: z.literal('reinstated'), name: z.string(), link: z.string() }),
  z.object({ template: z.literal('cancelled'), name: z.string(), endsAt: z.string(), link: z.string() }),
  z.object({ template: z.literal('resumed'), name: z.string(), renewsAt: z.string(), link: z.string() }),
  /** Money that went back or is disputed, and took its access with it. */
  z.object({
    template: z.literal('refunded'),
    what: z.enum(['pass', 'subscription', 'double']),
    disputed: z.boolean(),
    amountMinor: z.number(),
  }),
  /** The receipt of a deletion, which is the last that the person hears of us. */
  z.object({
    template: z.literal('account-deleted'),
    name: z.string(),
    deletedAt: z.string(),
    hadSubscription: z.boolean(),
  }),
  /** A message from the contact page, to those who answer it. */
  z.object({
    template: z.literal('contact-message'),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    reference: z.string(),
  }),
  /** Nothing of the message itself: whoever wrote it may have given the address of somebody else. */
  z.object({ template: z.literal('contact-receipt'), reference: z.string(), receivedAt: z.string() }),
  /** A member's question, to the advisers. `answeredBy` is a day in London: `2026-11-23`. */
  z.object({
    template: z.literal('ticket'),
    name: z.string(),
    email: z.string(),
    topic: z.string(),
    country: z.enum(ticketCountries),
    message: z.string(),
    answeredBy: z.string(),
    id: z.string(),
  }),
  z.object({
    template: z.literal('ticket-receipt'),
    name: z.string(),
    topic: z.string(),
    country: z.enum(ticketCountries),
    message: z.string(),
    answeredBy: z.string(),
    id: z.string(),
    link: z.string(),
  }),
])
export type MailContent = z.infer<typeof mailContent>
