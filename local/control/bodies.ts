import * as z from 'zod'
import { ControlError } from './router.ts'

/** Parses a request body. Throws a 400 that names the invalid fields. */
export const parseBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new ControlError(400, 'validation_failed', z.prettifyError(result.error))
}

export const clockBody = z.object({ now: z.iso.datetime({ offset: true }) })

export const faultsBody = z.array(
  z.object({
    service: z.enum(['dynamodb', 's3', 'ses', 'cognito', 'stripe', 'lambda']),
    action: z.string().min(1),
    error: z.string().optional(),
    delayMs: z.number().min(0).optional(),
    times: z.number().int().min(1).optional(),
    dropResponse: z.boolean().optional(),
  }),
)

export const payBody = z.object({
  session: z.string().min(1),
  card: z.enum(['ok', 'decline', 'insufficient', 'authenticate', 'debit', 'failingDebit']).default('ok'),
})
export const modeBody = z.object({ mode: z.enum(['deliver', 'hold']) })
export const releaseBody = z
  .object({ events: z.array(z.string()).optional(), copies: z.number().int().min(1).optional() })
  .default({})
export const cardBody = z.object({ card: z.string().min(1) })

/** Identifies a payment by any one of these ids. */
const paymentReference = {
  charge: z.string().min(1).optional(),
  paymentIntent: z.string().min(1).optional(),
  session: z.string().min(1).optional(),
  invoice: z.string().min(1).optional(),
}
export const refundBody = z.strictObject({
  ...paymentReference,
  /** In the minor unit. Default: the unrefunded amount. */
  amount: z.number().int().min(1).optional(),
  /** True if the bank returns the refund. */
  fails: z.boolean().optional(),
})
export const disputeBody = z.strictObject({
  ...paymentReference,
  outcome: z.enum(['inquiry', 'open', 'won', 'lost']).default('open'),
})
export const debitBody = z.strictObject({ ...paymentReference, outcome: z.enum(['paid', 'failed']) })
export const subscriptionBody = z.strictObject({ lookupKey: z.string().min(1) })
export const rotationBody = z.strictObject({ graceSeconds: z.number().int().min(0).optional() }).default({})
export const settingsBody = z.strictObject({ afterRetries: z.enum(['canceled', 'unpaid', 'past_due']) })

/** Identifies a conversation. */
export const conversationReference = z.union([
  z.object({ email: z.email() }),
  z.object({ guestKey: z.string().min(1) }),
  z.object({ id: z.string().min(1) }),
])
export const replyBody = z.intersection(
  conversationReference,
  z.object({ text: z.string().trim().min(1).max(4000) }),
)
export const chatWebhookBody = z.strictObject({
  mode: z.enum(['deliver', 'hold']).optional(),
  /** The provider whose webhooks are sent. */
  as: z.enum(['chatwoot', 'tawk']).optional(),
})

export const runBody = z.object({
  /** Name of the function. */
  schedule: z.string().min(1),
  /** The event that EventBridge sends. Default: the event of a schedule. */
  event: z.record(z.string(), z.unknown()).optional(),
})

/** The states in which an account can be created. */
const accountKinds = [
  'user',
  'monthlyMember',
  'annualMember',
  'cancellingMember',
  'pastDueMember',
  'passHolder',
  'admin',
] as const
export type AccountKind = (typeof accountKinds)[number]

export const givenBody = z.object({
  /** `guest`: a paid pass and no account. */
  as: z.enum([...accountKinds, 'guest']),
  email: z.email().optional(),
  /** Creates the account through the site's own operations, even if a copy of another would do. */
  byFlow: z.boolean().optional(),
})
