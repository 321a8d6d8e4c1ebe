import * as z from 'zod/mini'
import { type EmailContent, emailContent } from '#shared/contract/email.ts'
import { keys } from '../table/keys.ts'
import { putNew, type Write } from '../table/write.ts'

/**
 * An email in the outbox. It is written in the same transaction as the change that causes it. The table's
 * stream passes it to `deliver-email`, so no request waits for SES and no email is lost.
 */
export const outboxRecord = z.object({
  entity: z.literal('email'),
  cause: z.string(),
  to: z.string(),
  /** Reply-to address. Default: the sender address of the stage. */
  reply_to: z.optional(z.string()),
  /** Deletes the whole record once the email is sent, because its account is being deleted. */
  forget_when_sent: z.optional(z.literal(true)),
  content: z.optional(emailContent),
  /** `stopped`: it was not sent, because emails to the address bounce or were reported as spam. */
  status: z.enum(['waiting', 'sending', 'sent', 'stopped']),
  created_at: z.string(),
  claimed_at: z.optional(z.string()),
})
export type OutboxRecord = z.infer<typeof outboxRecord>

export interface NewEmail {
  readonly cause: string
  readonly to: string
  readonly replyTo?: string
  readonly forgetWhenSent?: true
  readonly content: EmailContent
  readonly now: Date
}

/**
 * Returns the part of a transaction that queues an email.
 *
 * @param email its `cause` identifies what the email is about, e.g. `welcome:sub_123`. One cause sends one
 *   email: a second write for it fails the whole transaction with the outcome `already_queued`.
 */
export const emailWrite = (email: NewEmail): Write => {
  const record: OutboxRecord = {
    entity: 'email',
    cause: email.cause,
    to: email.to,
    ...(email.replyTo === undefined ? {} : { reply_to: email.replyTo }),
    ...(email.forgetWhenSent ? { forget_when_sent: true } : {}),
    content: email.content,
    status: 'waiting',
    created_at: email.now.toISOString(),
  }
  const item = {
    ...record,
    ...keys.emailsTo(email.to, record.created_at),
    ...keys.waitingEmails(record.created_at),
  }
  return putNew(keys.outboxEmail(email.cause), item, 'already_queued')
}
