import * as z from 'zod/mini'

/** Reason why emails to an address are stopped, and since when. */
export const emailStop = z.object({
  reason: z.enum(['bounce', 'complaint']),
  /** Kind of bounce or complaint in the words of the email service, such as `NoEmail`. */
  detail: z.string(),
  /** ISO time of the latest problem. */
  at: z.string(),
})
export type EmailStop = z.infer<typeof emailStop>
