import * as z from 'zod'
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
])
export type MailContent = z.infer<typeof mailContent>
