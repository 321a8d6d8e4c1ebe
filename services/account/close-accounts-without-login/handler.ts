import { errorFields, log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { ApiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { logins, type Logins } from '#platform/user-pool/logins.ts'
import { listAccountIds } from '#services/identity/public.ts'
import { deleteAccount, type DeletionDependencies } from '../delete-account.ts'
import { deletionDependencies } from '../deletion-dependencies.ts'
import { deleteOrphanedLogins, knownUserIds, type OrphanedLoginDependencies } from '../orphaned-logins.ts'

/** More missing logins than this look like a wrong or restored user pool, so none of the accounts is closed. */
const maxClosed = 20

export interface Dependencies extends DeletionDependencies {
  readonly knownUserIds: OrphanedLoginDependencies['knownUserIds']
  readonly accountIds: () => Promise<readonly string[]>
  readonly logins: Logins
}

export interface Report {
  /** Accounts that were closed because their login had been deleted. */
  closed: number
  /** Logins without an account that were deleted. */
  orphaned: number
  /** Accounts that could not be closed, or deletions of logins that failed. The next run tries again. */
  failed: number
}

const close = async (userId: string, deps: Dependencies, now: Date): Promise<boolean> => {
  // The list of logins is older than the list of accounts, so ask again.
  if (await deps.logins.exists(userId)) return false
  const account = await deps.deletions.findAccount(userId)
  if (account === undefined) return false
  const outcome = await deleteAccount(account, deps, now)
  if (outcome instanceof ApiError) throw outcome
  return true
}

const closeAccounts = async (
  missing: readonly string[],
  report: Report,
  deps: Dependencies,
  now: Date,
): Promise<void> => {
  for (const userId of missing)
    try {
      if (await close(userId, deps, now)) report.closed += 1
    } catch (error) {
      report.failed += 1
      log.error('account without a login not closed', { userId, ...errorFields(error) })
    }
}

/**
 * Closes accounts whose login no longer exists. The user pool lets users delete their own login directly, and Stripe
 * would go on charging an account that nobody can open. Also deletes logins that never got an account. Runs every night.
 */
export const handle = async (deps: Dependencies, now: Date): Promise<Report> => {
  const report: Report = { closed: 0, orphaned: 0, failed: 0 }
  const existing = await deps.logins.list()
  const ids = new Set(existing.map(({ userId }) => userId))
  const missing = (await deps.accountIds()).filter((id) => !ids.has(id))
  if (missing.length > maxClosed) {
    log.error('too many accounts without a login, none was closed', { missing: missing.length })
    report.failed = missing.length
  } else await closeAccounts(missing, report, deps, now)
  try {
    report.orphaned = await deleteOrphanedLogins(existing, deps, now)
  } catch (error) {
    report.failed += 1
    log.error('logins without an account not deleted', errorFields(error))
  }
  log.info('accounts without a login processed', { ...report })
  countMetrics({ DeletionFailures: report.failed })
  return report
}

const table = new Table()
const deps: Dependencies = {
  ...deletionDependencies(table),
  accountIds: () => listAccountIds(table),
  knownUserIds: knownUserIds(table),
  logins,
}
export const handler = (): Promise<Report> => handle(deps, new Date())
