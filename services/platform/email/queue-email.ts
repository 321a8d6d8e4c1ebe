import * as z from 'zod/mini'
import { requireActiveAccount } from '../account/account.ts'
import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'
import { emailWrite, type NewEmail } from './outbox.ts'

interface EmailToQueue extends Pick<NewEmail, 'cause' | 'to' | 'forGuest' | 'content' | 'now'> {
  /** The account that the email is for. The email is not queued once the account is deleted. */
  readonly userId?: string | undefined
}

/** Queues an email that no other write belongs to. Does nothing when the cause was emailed before. */
export type QueueEmail = (email: EmailToQueue) => Promise<void>

export const emailQueue =
  (table: Table): QueueEmail =>
  async ({ userId, ...email }) => {
    await table.transact(
      ...(userId === undefined ? [] : [requireActiveAccount(userId, 'deleted')]),
      emailWrite(email),
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
