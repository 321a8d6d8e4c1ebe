import * as z from 'zod/mini'
import { clockFrom, timeLimit } from '#platform/clock.ts'
import { errorFields, log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { ApiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { scheduled } from '#platform/scheduled.ts'
import { logins, type Logins } from '#platform/user-pool/logins.ts'
import { listAccountIds } from '#services/identity/public.ts'
import { deleteAccount, type DeletionDependencies } from '../delete-account.ts'
import { deletionDependencies } from '../deletion-dependencies.ts'
import { deleteOrphanedLogins, knownUserIds, type OrphanedLoginDependencies } from '../orphaned-logins.ts'

/** Missing logins up to which accounts are closed unchecked. More look like a wrong or restored user pool. */
const maxUnconfirmed = 20

/** Maximum number of accounts that one run closes. Each takes seconds. */
const maxClosed = 100

/**
 * Time after which a run closes no further account and deletes no further login, in milliseconds. Lambda ends it after
 * 15 minutes. While Stripe does not respond, an account takes about half a minute.
 */
const maxRunMs = 12 * 60_000

/** The event of the schedule or of an operator (`npm run ops -- missing-logins`). */
const request = z.object({
  /** Only list the accounts. */
  list: z.optional(z.boolean()),
  /** Number of missing logins that an operator has checked. */
  confirmed: z.optional(z.number()),
})

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
  /** Accounts without a login that this run did not try: too many were missing, or there was no time for more. */
  left: number
  /** Accounts that could not be closed, or deletions of logins that failed. The next run tries again. */
  failed: number
}

/** The accounts without a login, for an operator to check. */
export interface Listing {
  readonly accounts: number
  /** Users of the pool, including pending sign-ups. */
  readonly logins: number
  /** Ids of the accounts without a login. */
  readonly missing: readonly string[]
}

interface Timing {
  readonly clock: () => Date
  readonly isTimeUp: () => boolean
}

const closeAccount = async (userId: string, deps: Dependencies, clock: () => Date): Promise<boolean> => {
  // The list of logins is older than the list of accounts, so check again.
  if (await deps.logins.exists(userId)) return false
  const account = await deps.deletions.findAccount(userId)
  if (account === undefined) return false
  const outcome = await deleteAccount(account, deps, clock())
  if (outcome instanceof ApiError) throw outcome
  return true
}

const closeAccounts = async (
  missing: readonly string[],
  report: Report,
  deps: Dependencies,
  { clock, isTimeUp }: Timing,
): Promise<void> => {
  for (const [at, userId] of missing.entries()) {
    if (isTimeUp()) {
      report.left += missing.length - at
      return
    }
    try {
      if (await closeAccount(userId, deps, clock)) report.closed += 1
    } catch (error) {
      report.failed += 1
      log.error('account without a login not closed', { userId, ...errorFields(error) })
    }
  }
}

/** Closes the accounts, unless more logins are missing than users delete in a day and no operator has checked them. */
const closeUnlessTooMany = async (
  missing: readonly string[],
  confirmed: number,
  report: Report,
  deps: Dependencies,
  timing: Timing,
): Promise<{ tooMany: number }> => {
  const isTooMany = missing.length > Math.max(maxUnconfirmed, confirmed)
  const closing = isTooMany ? [] : missing.slice(0, maxClosed)
  report.left = missing.length - closing.length
  if (isTooMany)
    log.error('too many accounts without a login, none was closed', { missing: missing.length, confirmed })
  await closeAccounts(closing, report, deps, timing)
  return { tooMany: isTooMany ? missing.length : 0 }
}

const closeAndDeleteOrphans = async (
  missing: readonly string[],
  deleteOrphans: () => ReturnType<typeof deleteOrphanedLogins>,
  confirmed: number,
  deps: Dependencies,
  timing: Timing,
): Promise<Report> => {
  const report: Report = { closed: 0, orphaned: 0, left: 0, failed: 0 }
  const { tooMany } = await closeUnlessTooMany(missing, confirmed, report, deps, timing)
  try {
    const { deleted, failed } = await deleteOrphans()
    report.orphaned = deleted
    report.failed += failed
  } catch (error) {
    report.failed += 1
    log.error('logins without an account not found', errorFields(error))
  }
  log.info('accounts without a login processed', { ...report })
  countMetrics({ DeletionFailures: report.failed, MissingLogins: tooMany })
  return report
}

/**
 * Closes accounts whose login no longer exists. The user pool lets users delete their own login directly, and Stripe
 * would continue to charge an account that nobody can open. Also deletes logins that never got an account. Runs every
 * night, and when an operator has checked why many logins are missing.
 */
export const handle = async (event: unknown, deps: Dependencies, now: Date): Promise<Report | Listing> => {
  const { list = false, confirmed = 0 } = request.parse(event)
  // Reading the lists and closing the earlier accounts take minutes. Data stored in the meantime is deleted too.
  const timing = { clock: clockFrom(now), isTimeUp: timeLimit(maxRunMs) }
  const existing = await deps.logins.list()
  const ids = new Set(existing.map(({ userId }) => userId))
  const accounts = await deps.accountIds()
  const missing = accounts.filter((id) => !ids.has(id))
  if (list) return { accounts: accounts.length, logins: existing.length, missing }
  const deleteOrphans = () => deleteOrphanedLogins(existing, deps, { now, isTimeUp: timing.isTimeUp })
  return closeAndDeleteOrphans(missing, deleteOrphans, confirmed, deps, timing)
}

const table = new Table()
const deps: Dependencies = {
  ...deletionDependencies(table),
  accountIds: () => listAccountIds(table),
  knownUserIds: knownUserIds(table),
  logins,
}
export const handler = scheduled((now, event) => handle(event, deps, now))
