import { type Account, findAccount, isDeleted } from '#platform/account/account.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { parseFirst } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { check, remove } from '#platform/table/write.ts'
import { adminDeletionWrite } from './admin-deletion.repository.ts'
import { type Deletion, deletionRecord, deletionWrite, newDeletion, union } from './deletion-record.ts'
import type { StripeIds } from './stripe-customers.ts'
import { tombstoneWrites } from './tombstone.ts'

/** Stores deletions of accounts that are in progress. */
export const deletionRepository = (table: Table) => ({
  find: (userId: string): Promise<Deletion | undefined> => table.find(keys.deletion(userId), deletionRecord),
  findAccount: (userId: string): Promise<Account | undefined> => findAccount(table, userId),
  isDeleted: (userId: string): Promise<boolean> => isDeleted(table, userId),

  /**
   * Records what will be deleted, before anything is deleted. Keeps the Stripe ids of an earlier attempt.
   *
   * @param adminDeletionsVersion for an admin, the version under which another admin was found to remain
   * @returns `stale` if the address or the Stripe customer changed or the deletion of another admin started since,
   * `gone` if the account is deleted
   */
  async start(
    { user_id, email, former_emails, stripe_customer_id: customer }: ProfileRecord,
    stripeIds: StripeIds,
    { now, adminDeletionsVersion }: { now: Date; adminDeletionsVersion: number | undefined },
  ): Promise<Deletion | 'stale' | 'gone'> {
    const earlier = await this.find(user_id)
    const deletion: Deletion = {
      ...newDeletion(user_id, email, now),
      ...(former_emails === undefined ? {} : { former_emails }),
      customers: union(earlier?.customers ?? [], stripeIds.customers),
      subscriptions: union(earlier?.subscriptions ?? [], stripeIds.subscriptions),
      ...(earlier === undefined ? {} : { pseudonym: earlier.pseudonym }),
    }
    const { failedCondition } = await table.transact(
      // The account must still have the address and the customer that the deletion will remove.
      check(keys.profile(user_id), {
        onlyIf: `attribute_not_exists(deleted_at) AND email = :email AND ${
          customer === undefined
            ? 'attribute_not_exists(stripe_customer_id)'
            : 'stripe_customer_id = :customer'
        }`,
        values: { ':email': email, ...(customer === undefined ? {} : { ':customer': customer }) },
        otherwise: 'changed',
      }),
      deletionWrite(deletion),
      ...(adminDeletionsVersion === undefined ? [] : [adminDeletionWrite(adminDeletionsVersion)]),
    )
    if (failedCondition === undefined) return deletion
    return (await this.findAccount(user_id)) === undefined ? 'gone' : 'stale'
  },

  /**
   * Deletes the record of a deletion that has changed nothing. The account stays as it is. Keeps the record if it
   * belongs to another request, or if the account is deleted.
   */
  async abandon({ user_id, started_at }: Deletion): Promise<void> {
    await table.transact(
      remove(keys.deletion(user_id), {
        onlyIf: 'stage = :started AND started_at = :at',
        values: { ':started': 'started', ':at': started_at },
      }),
    )
  },

  /**
   * Replaces the profile with a tombstone and queues the confirmation email. This is the point of no return: from now
   * on no token, link or late event finds the account, and its address is free for another one. Takes effect once,
   * however often it is repeated.
   *
   * @returns `stale` if the details or the address have changed since the account was read, or it is deleted;
   * `superseded` if the record is gone or names other objects at Stripe
   */
  async writeTombstone(
    account: Account,
    deletion: Deletion,
    now: Date,
  ): Promise<'deleted' | 'stale' | 'superseded'> {
    const writes = await tombstoneWrites(table, account, deletion, now)
    const { failedCondition } = await table.transact(...writes)
    if (failedCondition === undefined) return 'deleted'
    return failedCondition === 'superseded' ? 'superseded' : 'stale'
  },

  /** Lists unfinished deletions whose start or latest attempt was before this time, earliest first. */
  listUnfinished(before: Date, limit: number): Promise<Deletion[]> {
    const items = table.eachListed(keys.deletionsStarted('').gsi1pk, before.toISOString(), limit)
    return parseFirst(items, (item) => deletionRecord.parse(item), limit)
  },

  /** Moves a deletion to the end of the list, so that deletions that always fail do not hold up the others. */
  recordAttempt: ({ user_id }: Deletion, now: Date): Promise<void> =>
    table.moveInIndex(keys.deletion(user_id), keys.deletionsStarted(now.toISOString())),

  /** Deletes the record of a finished deletion, and with it the last copy of the email address. */
  finish: ({ user_id }: Deletion): Promise<void> => table.delete(keys.deletion(user_id)),
})

export type DeletionRepository = ReturnType<typeof deletionRepository>
