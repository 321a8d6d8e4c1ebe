import * as z from 'zod'
import { ControlError } from './router.ts'

/** Checks a body; what does not fit is a 400 that says where. */
export const checked = <Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> => {
  const result = shape.safeParse(body)
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

/** A payment, by whichever of these the caller knows. */
const paymentName = {
  charge: z.string().min(1).optional(),
  paymentIntent: z.string().min(1).optional(),
  session: z.string().min(1).optional(),
  invoice: z.string().min(1).optional(),
}
export const refundBody = z.strictObject({
  ...paymentName,
  /** In the minor unit; all that is left without it. */
  amount: z.number().int().min(1).optional(),
  /** The bank sends the money back. */
  fails: z.boolean().optional(),
})
export const disputeBody = z.strictObject({
  ...paymentName,
  outcome: z.enum(['open', 'won', 'lost']).default('open'),
})
export const debitBody = z.strictObject({ ...paymentName, outcome: z.enum(['paid', 'failed']) })
export const subscriptionBody = z.strictObject({ lookupKey: z.string().min(1) })
export const rotationBody = z.strictObject({ graceSeconds: z.number().int().min(0).optional() }).default({})
export const settingsBody = z.strictObject({ afterRetries: z.enum(['canceled', 'unpaid', 'past_due']) })

/** Whom an adviser means. */
export const whom = z.union([
  z.object({ email: z.email() }),
  z.object({ guestKey: z.string().min(1) }),
  z.object({ id: z.string().min(1) }),
])
export const replyBody = z.intersection(whom, z.object({ text: z.string().trim().min(1).max(4000) }))
export const chatWebhookBody = z.strictObject({
  mode: z.enum(['deliver', 'hold']).optional(),
  /** As which provider the service is told. */
  as: z.enum(['chatwoot', 'tawk']).optional(),
})

export const scheduleBody = z.object({ schedule: z.string().min(1) })

export const personKinds = [
  'user',
  'monthlyMember',
  'annualMember',
  'cancellingMember',
  'pastDueMember',
  'passHolder',
  'guest',
  'admin',
] as const
export type PersonKind = (typeof personKinds)[number]
export const givenBody = z.object({ as: z.enum(personKinds), email: z.email().optional() })
