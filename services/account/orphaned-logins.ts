import * as z from 'zod/mini'
import { errorFields, log } from '#platform/log.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import type { UserPoolAccounts } from '#platform/user-pool/accounts.ts'
import type { Login } from '#platform/user-pool/logins.ts'

/** A sign-up stores its user in the table within seconds. Milliseconds. */
const inProgressMs = 3600_000

/**
 * Any item that refers to a user: an account, a pending or discarded sign-up, or the tombstone of a deleted account.
 */
const owner = z.object({ user_id: z.string() })

/** Finds those of these users to whom an item of the table refers. */
export const knownUserIds =
  (table: Table) =>
  async (userIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const found = await table.findMany(
      userIds.map((id) => keys.profile(id)),
      owner,
    )
    return new Set(found.map(({ user_id: id }) => id))
  }

export interface OrphanedLoginDependencies {
  readonly knownUserIds: ReturnType<typeof knownUserIds>
  readonly userPool: Pick<UserPoolAccounts, 'delete'>
}

/**
 * Deletes users of the pool that no item of the table refers to: their sign-ups failed before they were stored. Never
 * deletes a user who has an address. One that cannot be deleted does not keep the others: the next run tries it again.
 */
export const deleteOrphanedLogins = async (
  logins: readonly Login[],
  deps: OrphanedLoginDependencies,
  now: Date,
): Promise<{ deleted: number; failed: number }> => {
  const candidates = logins
    .filter(({ hasAddress, createdAt }) => !hasAddress && createdAt.getTime() < now.getTime() - inProgressMs)
    .map(({ userId }) => userId)
  const known = await deps.knownUserIds(candidates)
  const orphaned = candidates.filter((userId) => !known.has(userId))
  let failed = 0
  for (const userId of orphaned)
    try {
      await deps.userPool.delete(userId)
    } catch (error) {
      failed += 1
      log.error('login without an account not deleted', { userId, ...errorFields(error) })
    }
  return { deleted: orphaned.length - failed, failed }
}
