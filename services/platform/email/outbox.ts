import type { EmailContent } from '#shared/contract/email.ts'
import { keys } from '../table/keys.ts'
import type { Outcome, Table } from '../table/table.ts'
import { putNew, type Write } from '../table/write.ts'
import type { OutboxRecord } from './outbox-record.ts'

export interface NewEmail {
  readonly cause: string
  readonly to: string
  readonly replyTo?: string
  readonly forgetWhenSent?: true
  /** True if the recipient is a guest, who may have paid with the address of an account. */
  readonly forGuest?: boolean
  readonly content: EmailContent
  readonly now: Date
}

/**
 * Returns the write that queues an email.
 *
 * @param email its `cause` identifies what the email is about, e.g. `welcome:sub_123`. One cause sends one
 *   email: a second write for it fails the whole transaction with the outcome `already_queued`. The cause
 *   is logged if the email fails, so it must contain only ids and hashes, no address or name.
 */
export const emailWrite = (email: NewEmail): Write<'already_queued'> => {
  const record: OutboxRecord = {
    entity: 'email',
    cause: email.cause,
    to: email.to,
    ...(email.replyTo === undefined ? {} : { reply_to: email.replyTo }),
    ...(email.forgetWhenSent ? { forget_when_sent: true } : {}),
    ...(email.forGuest ? { for_guest: true } : {}),
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

/**
 * Writes all items and queues the email with them. Leaves the email out if its cause was emailed before, so that a lost
 * record can be restored whatever the outbox still contains.
 */
export const transactWithEmail = async <Otherwise extends string>(
  table: Table,
  writes: readonly Write<Otherwise>[],
  email: Write<'already_queued'> | undefined,
): Promise<Outcome<Otherwise | 'already_queued'>> => {
  if (email === undefined) return table.transact(...writes)
  const outcome = await table.transact<Otherwise | 'already_queued'>(...writes, email)
  return outcome.failedCondition === 'already_queued' ? table.transact(...writes) : outcome
}
