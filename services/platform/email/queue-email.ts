import * as z from 'zod/mini'
import type { EmailContent } from '#shared/contract/email.ts'
import { requireActiveAccount } from '../account/account.ts'
import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'
import { emailWrite } from './outbox.ts'

export interface Recipient {
  /** The account that the email is for. The email is not queued once the account is deleted. */
  readonly userId?: string | undefined
  /** True if the recipient is a guest, who may have paid with the address of an account. */
  readonly isGuest?: boolean
}

/** Queues an email that no other write belongs to. Does nothing when the cause was emailed before. */
export type QueueEmail = (
  cause: string,
  to: string,
  content: EmailContent,
  now: Date,
  recipient?: Recipient,
) => Promise<void>

export const emailQueue =
  (table: Table): QueueEmail =>
  async (cause, to, content, now, { userId, isGuest = false } = {}) => {
    await table.transact(
      ...(userId === undefined ? [] : [requireActiveAccount(userId, 'deleted')]),
      emailWrite({ cause, to, content, now, forGuest: isGuest }),
    )
  }

const queuedEmail = z.object({ cause: z.string() })

/** Returns whether an email about this cause is in the outbox, which keeps sent ones for 30 days. */
export const isEmailQueued =
  (table: Table) =>
  async (cause: string): Promise<boolean> =>
    (await table.find(keys.outboxEmail(cause), queuedEmail)) !== undefined

/** Returns the causes that have an email in the outbox. */
export const queuedCauses = async (table: Table, causes: readonly string[]): Promise<ReadonlySet<string>> => {
  const queued = await table.findMany(
    causes.map((cause) => keys.outboxEmail(cause)),
    queuedEmail,
  )
  return new Set(queued.map(({ cause }) => cause))
}
