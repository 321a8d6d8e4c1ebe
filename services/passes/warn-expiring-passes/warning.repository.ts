import type { EmailContent } from '#shared/contract/email.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import type { Table } from '#platform/table/table.ts'
import { check } from '#platform/table/write.ts'
import { keyOf, type StoredPass } from '../pass.repository.ts'

export interface ExpiryWarning {
  readonly to: string
  /** Days before the end. */
  readonly days: number
  readonly content: EmailContent
  readonly now: Date
}

/** Queues the emails about passes that are about to expire. */
export const warningRepository = (table: Table) => ({
  /**
   * Queues the warning that an unused pass is about to expire, once for each number of days before. A pass that was
   * restored has a later end, with warnings of its own. Returns false if it was queued before, or the pass changed since
   * it was read.
   */
  async queue(stored: StoredPass, { to, days, content, now }: ExpiryWarning): Promise<boolean> {
    const { holder, firstSessionId, version, pass } = stored
    const restored = pass.restoredAt === undefined ? '' : `:${pass.restoredAt}`
    const { failedCondition } = await table.transact(
      ...(holder.userId === undefined ? [] : [requireActiveAccount(holder.userId, 'stale')]),
      check(keyOf(stored), {
        onlyIf: 'version = :version',
        values: { ':version': version },
        otherwise: 'stale',
      }),
      emailWrite({
        cause: `pass-expiring:${firstSessionId}:${days}${restored}`,
        to,
        content,
        now,
        forGuest: holder.userId === undefined,
      }),
    )
    return failedCondition === undefined
  },
})

export type WarningRepository = ReturnType<typeof warningRepository>
