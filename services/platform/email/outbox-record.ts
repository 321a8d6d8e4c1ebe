import * as z from 'zod/mini'
import { emailContent } from '#shared/contract/email.ts'

/**
 * An email in the outbox. It is written in the same transaction as the change that causes it. The table's
 * stream passes it to `deliver-email`, so no request waits for SES and no email is lost.
 *
 * Functions that only queue emails do not load this schema: it includes the content of every email.
 */
export const outboxRecord = z.object({
  entity: z.literal('email'),
  cause: z.string(),
  to: z.string(),
  /** Reply-to address. Default: the support address. The sender address of a stage may have no mailbox. */
  reply_to: z.optional(z.string()),
  /** Deletes the whole record once the email is sent, because its account is being deleted. */
  forget_when_sent: z.optional(z.literal(true)),
  /** The recipient is a guest. The email is kept if an account with the same address is deleted. */
  for_guest: z.optional(z.literal(true)),
  content: z.optional(emailContent),
  /**
   * `stopped`: it was not sent, because emails to the address bounce or were reported as spam. `failed`: SES rejected it
   * until we gave up, or its link expired before it could be sent.
   */
  status: z.enum(['waiting', 'sending', 'sent', 'stopped', 'failed']),
  created_at: z.string(),
  claimed_at: z.optional(z.string()),
  /** Time of the latest attempt that failed. */
  tried_at: z.optional(z.string()),
})
export type OutboxRecord = z.infer<typeof outboxRecord>
