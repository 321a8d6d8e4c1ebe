import * as z from 'zod'
import { type MailContent, mailContent } from '../../../shared/contract/mail.ts'
import { keys } from '../table/keys.ts'
import { putNew, type Write } from '../table/table.ts'

/** How long a delivered mail's record is kept, in seconds: 30 days, without its words. */
export const keepDeliveredSeconds = 30 * 24 * 3600

/**
 * A mail waiting in the table. It is written in the same transaction as the thing it is about; the stream
 * hands it to `deliver-email`, so no request waits for the mail service and no mail is forgotten.
 */
export const outboxRecord = z.object({
  entity: z.literal('mail'),
  cause: z.string(),
  to: z.string(),
  /** Where an answer goes, when not to the stage's own address. */
  reply_to: z.string().optional(),
  /** Nothing of it is kept once it is sent: the person has asked to be forgotten. */
  forget_when_sent: z.literal(true).optional(),
  content: mailContent.optional(),
  status: z.enum(['waiting', 'sending', 'sent']),
  created_at: z.string(),
  claimed_at: z.string().optional(),
})
export type OutboxRecord = z.infer<typeof outboxRecord>

export interface NewMail {
  readonly cause: string
  readonly to: string
  readonly replyTo?: string
  readonly forgetWhenSent?: true
  readonly content: MailContent
  readonly now: Date
}

/**
 * The part of a transaction that sends a mail.
 *
 * @param cause what the mail is about, e.g. `welcome:sub_123`: the same cause is mailed once. A second try
 *   loses the whole transaction with the outcome `already_mailed`.
 */
export const mailWrite = (mail: NewMail): Write => {
  const record: OutboxRecord = {
    entity: 'mail',
    cause: mail.cause,
    to: mail.to,
    ...(mail.replyTo === undefined ? {} : { reply_to: mail.replyTo }),
    ...(mail.forgetWhenSent ? { forget_when_sent: true } : {}),
    content: mail.content,
    status: 'waiting',
    created_at: mail.now.toISOString(),
  }
  const item = { ...record, ...keys.mailsTo(mail.to, record.created_at) }
  return putNew(keys.mail(mail.cause), item, 'already_mailed')
}
