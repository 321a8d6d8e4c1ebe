import type { Account } from '#platform/account/account.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { errorFields, log } from '#platform/log.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { AdminDeletionRepository } from './admin-deletion.repository.ts'
import type { Deletion } from './deletion.repository.ts'
import { purge, type PurgeDependencies } from './purge.ts'
import type { StripeCustomers } from './stripe-customers.ts'

export interface DeletionDependencies extends PurgeDependencies {
  readonly stripeCustomers: StripeCustomers
  readonly adminDeletions: AdminDeletionRepository
  readonly adminIds: () => Promise<readonly string[]>
}

/**
 * Records that a deletion has started. Concurrent deletions of admins conflict, and each retry checks again
 * that another admin remains, so the last admin cannot be deleted. So do a change of address and a first purchase.
 *
 * @returns `gone` if the account is already deleted
 */
const startDeletion = (userId: string, deps: DeletionDependencies, now: Date) =>
  retryOnConflict<Deletion | 'gone' | ApiError<'last_admin'>>('The start of a deletion', async () => {
    const account = await deps.deletions.findAccount(userId)
    if (account === undefined) return 'gone'
    const { email, stripe_customer_id: knownCustomer } = account.profile
    const stripeIds = await deps.stripeCustomers.find({ userId, email, knownCustomer })
    const version = await deps.adminDeletions.version()
    const admins = await deps.adminIds()
    const isAdmin = admins.includes(userId)
    const others = admins.filter((id) => id !== userId)
    if (isAdmin && !(await deps.adminDeletions.doesAnyRemain(others))) return apiError('last_admin')
    return deps.deletions.start(account.profile, stripeIds, {
      now,
      adminDeletionsVersion: isAdmin ? version : undefined,
    })
  })

/**
 * Deletes the customers and ends their subscriptions at Stripe, before any of our own data is deleted. If Stripe
 * fails, the account stays unchanged.
 */
const deleteAtStripe = async (
  deletion: Deletion,
  { deletions, stripeCustomers }: DeletionDependencies,
): Promise<void> => {
  try {
    await stripeCustomers.delete(deletion)
  } catch (error) {
    // A deleted customer cannot be restored. If one is deleted already, the scheduled function continues.
    if (error instanceof ApiError && !(await mayBeDeletedAtStripe(deletion, stripeCustomers)))
      await deletions.abandon(deletion)
    throw error
  }
}

/** Returns true also if Stripe does not respond: the record stays, and the scheduled function checks again. */
const mayBeDeletedAtStripe = async (
  deletion: Deletion,
  stripeCustomers: StripeCustomers,
): Promise<boolean> => {
  try {
    return await stripeCustomers.isAnyDeleted(deletion)
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

/** Reads the account anew: its details may have changed before the deletion was recorded. */
const writeTombstone = (deletion: Deletion, { deletions }: DeletionDependencies, now: Date) =>
  retryOnConflict('The deleted account', async () => {
    const account = await deletions.findAccount(deletion.user_id)
    return account === undefined ? 'deleted' : deletions.writeTombstone(account, deletion, now)
  })

/** Runs the remaining steps of a deletion. */
const completeDeletion = async (deletion: Deletion, deps: DeletionDependencies, now: Date): Promise<void> => {
  if ((await deps.deletions.findAccount(deletion.user_id)) !== undefined) {
    await deleteAtStripe(deletion, deps)
    await writeTombstone(deletion, deps, now)
  }
  await purge(deletion, deps)
}

/**
 * Deletes an account in three steps: ends what the customer pays for at Stripe, replaces the profile with a
 * tombstone in one transaction, and purges all other data. A failure before that transaction leaves the account
 * unchanged. After it, the account is deleted, and a scheduled function finishes any step that failed.
 *
 * @throws ApiError `payment_provider_error` if Stripe fails; nothing is deleted then
 */
export const deleteAccount = async (
  account: Account,
  deps: DeletionDependencies,
  now: Date,
): Promise<{ success: true } | ApiError<'last_admin'>> => {
  const deletion = await startDeletion(account.profile.user_id, deps, now)
  if (deletion instanceof ApiError) return deletion
  if (deletion === 'gone') return { success: true }
  await deleteAtStripe(deletion, deps)
  await writeTombstone(deletion, deps, now)
  await tryToPurge(deletion, deps)
  return { success: true }
}

/** Purges without failing the request: the account is deleted, and a scheduled function can finish the rest. */
const tryToPurge = async (deletion: Deletion, deps: DeletionDependencies): Promise<void> => {
  try {
    await purge(deletion, deps)
  } catch (error) {
    log.error('account deletion not finished', { userId: deletion.user_id, ...errorFields(error) })
  }
}

/** Handles a repeated request for an account that is already deleted: purges any remaining data. */
export const repeatDeletion = async (
  userId: string,
  deps: DeletionDependencies,
): Promise<{ success: true }> => {
  const deletion = await deps.deletions.find(userId)
  if (deletion !== undefined) await tryToPurge(deletion, deps)
  return { success: true }
}

/**
 * Continues a deletion whose request did not finish. If nothing has been deleted at Stripe yet, the deletion is
 * abandoned instead and the account stays: the customer got an error or no response.
 *
 * @returns true if the deletion was finished, false if it was abandoned
 */
export const continueDeletion = async (
  deletion: Deletion,
  deps: DeletionDependencies,
  now: Date,
): Promise<boolean> => {
  if (deletion.stage === 'started' && !(await deps.stripeCustomers.isAnyDeleted(deletion))) {
    await deps.deletions.abandon(deletion)
    return false
  }
  await completeDeletion(deletion, deps, now)
  return true
}
