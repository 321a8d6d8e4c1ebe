import * as z from 'zod/mini'

/** A change of an account's subscription, in the log that the export shows. It never changes. */
export const accessChangeRecord = z.object({
  entity: z.literal('access_change'),
  /** Id of the Stripe event, or `request`. */
  cause: z.string(),
  /** The statuses before and after, as Stripe names them. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  subscribed: z.boolean(),
  /** ISO time. */
  at: z.string(),
})
export type AccessChangeRecord = z.infer<typeof accessChangeRecord>
