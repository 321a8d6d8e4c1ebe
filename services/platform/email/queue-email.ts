import type { EmailContent } from '#shared/contract/email.ts'
import { requireActiveAccount } from '../account/account.ts'
import type { Table } from '../table/table.ts'
import { emailWrite } from './outbox.ts'

/** Queues an email that no other write belongs to. Does nothing when the cause was emailed before. */
export type QueueEmail = (
  cause: string,
  to: string,
  content: EmailContent,
  now: Date,
  /** The account that the email is for. The email is not queued once the account is deleted. */
  userId?: string,
) => Promise<void>

export const emailQueue =
  (table: Table): QueueEmail =>
  async (cause, to, content, now, userId) => {
    await table.transact(
      ...(userId === undefined ? [] : [requireActiveAccount(userId, 'deleted')]),
      emailWrite({ cause, to, content, now }),
    )
  }
