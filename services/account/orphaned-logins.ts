import * as z from 'zod/mini'
import { errorFields, log } from '#platform/log.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import type { UserPoolAccounts } from '#platform/user-pool/accounts.ts'
import type { Login } from '#platform/user-pool/logins.ts'

/** Age from which a login can be deleted, in milliseconds. A sign-up stores its user in the table within seconds. */
const inProgressMs = 3600_000

/**
 * Any item that refers to a user: an account, a pending or discarded sign-up, or the tombstone of a deleted account.
 */
const owner = z.object({ user_id: z.string() })

/** Returns the ids to which an item of the table refers. */
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
 * deletes a user who has an address. The next run tries those that could not be deleted, or for which no time was left.
 */
export const deleteOrphanedLogins = async (
  logins: readonly Login[],
  deps: OrphanedLoginDependencies,
  { now, isTimeUp }: { readonly now: Date; readonly isTimeUp: () => boolean },
): Promise<{ deleted: number; failed: number }> => {
  const candidates = logins
    .filter(({ hasAddress, createdAt }) => !hasAddress && createdAt.getTime() < now.getTime() - inProgressMs)
    .map(({ userId }) => userId)
  const known = await deps.knownUserIds(candidates)
  const orphaned = candidates.filter((userId) => !known.has(userId))
  let [deleted, failed] = [0, 0]
  for (const userId of orphaned) {
    if (isTimeUp()) break
    try {
      await deps.userPool.delete(userId)
      deleted += 1
    } catch (error) {
      failed += 1
      log.error('login without an account not deleted', { userId, ...errorFields(error) })
    }
  }
  const left = orphaned.length - deleted - failed
  if (left > 0) log.warn('logins without an account left to the next run', { left })
  return { deleted, failed }
}
