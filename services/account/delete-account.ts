import type { Account } from '#platform/account/account.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { clockFrom } from '#platform/clock.ts'
import { errorFields, log } from '#platform/log.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { AdminDeletionRepository } from './admin-deletion.repository.ts'
import { type Deletion, union } from './deletion-record.ts'
import { purge, type PurgeDependencies } from './purge.ts'
import type { StripeCustomers, StripeIds } from './stripe-customers.ts'

export interface DeletionDependencies extends PurgeDependencies {
  readonly stripeCustomers: StripeCustomers
  /** Repays the money that is due to a customer. Nothing finds it once the account is deleted. */
  readonly repayBeforeDeletion: (customerId: string) => Promise<void>
  readonly adminDeletions: AdminDeletionRepository
  readonly adminIds: () => Promise<readonly string[]>
}

/**
 * Records that a deletion has started. Concurrent deletions of admin accounts conflict. Each retry checks again that
 * another admin remains, so the last admin cannot be deleted. A change of address or a first purchase conflicts with
 * the deletion too.
 *
 * @param before ids that an earlier attempt found. Stripe no longer lists the objects that it deleted
 * @returns `gone` if the account is already deleted
 */
const startDeletion = (userId: string, before: StripeIds, deps: DeletionDependencies, now: Date) =>
  retryOnConflict<Deletion | 'gone' | ApiError<'last_admin'>>('the start of a deletion', async () => {
    const account = await deps.deletions.findAccount(userId)
    if (account === undefined) return 'gone'
    const { email, former_emails = [], stripe_customer_id: knownCustomer } = account.profile
    const emails = [email, ...former_emails.map((former) => former.email)]
    const found = await deps.stripeCustomers.find({ userId, emails, knownCustomer })
    const version = await deps.adminDeletions.version()
    const admins = await deps.adminIds()
    const isAdmin = admins.includes(userId)
    const others = admins.filter((id) => id !== userId)
    if (isAdmin && !(await deps.adminDeletions.doesAnyRemain(others))) return apiError('last_admin')
    const stripeIds = {
      customers: union(before.customers, found.customers),
      subscriptions: union(before.subscriptions, found.subscriptions),
    }
    return deps.deletions.start(account.profile, stripeIds, {
      now,
      adminDeletionsVersion: isAdmin ? version : undefined,
    })
  })

/**
 * Repays the money that is due to the customers, deletes them and ends their subscriptions at Stripe, before any of our
 * own data is deleted. If Stripe fails, the account stays unchanged.
 */
const deleteAtStripe = async (
  deletion: Deletion,
  { deletions, stripeCustomers, repayBeforeDeletion }: DeletionDependencies,
): Promise<void> => {
  try {
    for (const customerId of deletion.customers) await repayBeforeDeletion(customerId)
    await stripeCustomers.delete(deletion)
  } catch (error) {
    // A deleted customer cannot be restored. If one is deleted already, the scheduled function continues the deletion.
    if (error instanceof ApiError && !(await mayBeDeletedAtStripe(deletion, stripeCustomers)))
      await deletions.abandon(deletion)
    throw error
  }
}

/** Returns true also if Stripe does not respond: the record is then kept, and the scheduled function checks again. */
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

/**
 * Reads the account again, because its details and its address may have changed since the deletion was recorded. The
 * tombstone has the current time, because data that the user has stored until now is deleted too.
 */
const writeTombstone = (deletion: Deletion, { deletions }: DeletionDependencies, clock: () => Date) =>
  retryOnConflict('the tombstone of an account', async () => {
    const account = await deletions.findAccount(deletion.user_id)
    return account === undefined ? 'deleted' : deletions.writeTombstone(account, deletion, clock())
  })

/** Purges the data that the record of the deletion names, unless another request has done so. */
const purgeRecorded = async (userId: string, deps: DeletionDependencies): Promise<void> => {
  const deletion = await deps.deletions.find(userId)
  if (deletion !== undefined) await purge(deletion, deps)
}

/** Runs the remaining steps of a deletion. */
const completeDeletion = async (
  deletion: Deletion,
  deps: DeletionDependencies,
  now: Date,
): Promise<'finished' | 'superseded'> => {
  const clock = clockFrom(now)
  if ((await deps.deletions.findAccount(deletion.user_id)) !== undefined) {
    await deleteAtStripe(deletion, deps)
    // A request has taken over. It finishes the deletion, or the next run does.
    if ((await writeTombstone(deletion, deps, clock)) === 'superseded') return 'superseded'
  }
  await purgeRecorded(deletion.user_id, deps)
  return 'finished'
}

/**
 * Deletes an account in three steps: ends what the customer pays for at Stripe, replaces the profile with a tombstone
 * in one transaction, and purges all other data. A failure before that transaction leaves the account unchanged. After
 * it, the account is deleted, and a scheduled function finishes any step that failed. If another request abandons or
 * repeats the deletion concurrently, this one starts again.
 *
 * @throws ApiError `payment_provider_error` if Stripe fails; nothing is deleted then
 */
export const deleteAccount = (
  { profile: { user_id: userId } }: Account,
  deps: DeletionDependencies,
  now: Date,
): Promise<{ success: true } | ApiError<'last_admin'>> => {
  const clock = clockFrom(now)
  let before: StripeIds = { customers: [], subscriptions: [] }
  return retryOnConflict<{ success: true } | ApiError<'last_admin'>>(
    'the deletion of an account',
    async () => {
      const deletion = await startDeletion(userId, before, deps, now)
      if (deletion instanceof ApiError) return deletion
      if (deletion === 'gone') return { success: true }
      before = deletion
      await deleteAtStripe(deletion, deps)
      if ((await writeTombstone(deletion, deps, clock)) === 'superseded') return 'stale'
      return repeatDeletion(userId, deps)
    },
  )
}

/**
 * Purges any remaining data of an account that is deleted. Never fails: a scheduled function can finish the rest.
 */
export const repeatDeletion = async (
  userId: string,
  deps: DeletionDependencies,
): Promise<{ success: true }> => {
  try {
    await purgeRecorded(userId, deps)
  } catch (error) {
    log.error('account deletion not finished', { userId, ...errorFields(error) })
  }
  return { success: true }
}

/**
 * Continues a deletion whose request did not finish. If nothing has been deleted at Stripe yet, the deletion is
 * abandoned instead and the account stays: the customer got an error or no response.
 *
 * @returns `superseded` if another request has taken over
 */
export const continueDeletion = async (
  deletion: Deletion,
  deps: DeletionDependencies,
  now: Date,
): Promise<'finished' | 'abandoned' | 'superseded'> => {
  if (deletion.stage === 'started' && !(await deps.stripeCustomers.isAnyDeleted(deletion))) {
    await deps.deletions.abandon(deletion)
    return 'abandoned'
  }
  return completeDeletion(deletion, deps, now)
}
