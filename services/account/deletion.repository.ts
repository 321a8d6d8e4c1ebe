import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { keptUntil } from '#shared/rules/retention.ts'
import { type Account, findAccount, isDeleted } from '#platform/account/account.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import { formerEmail, type ProfileRecord, type TombstoneRecord } from '#platform/account/records.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put, remove, type Write } from '#platform/table/write.ts'
import { accountSearchRemovals, detailsUnchanged } from '#services/identity/public.ts'
import { adminDeletionWrite } from './admin-deletion.repository.ts'
import type { StripeIds } from './stripe-customers.ts'

const deletionRecord = z.object({
  entity: z.literal('deletion'),
  user_id: z.string(),
  /** Needed to purge data that is stored by address. Deleted with this record in the last step. */
  email: z.string(),
  former_emails: z.optional(z.array(formerEmail)),
  started_at: z.string(),
  /** `started`: the account is unchanged. `tombstoned`: the account is deleted, and the purge follows. */
  stage: z.enum(['started', 'tombstoned']),
  /** Time from which the address is free, and data stored under it is of its next owner. */
  tombstoned_at: z.optional(z.string()),
  customers: z.array(z.string()),
  subscriptions: z.array(z.string()),
  /** Random id of the retained payments. */
  pseudonym: z.string(),
})
export type Deletion = z.infer<typeof deletionRecord>

/** Returns the cause of the email that confirms the deletion. */
export const receiptCauseOf = ({ user_id }: Deletion): string => `account-deleted:${user_id}`

export const newDeletion = (userId: string, email: string, now: Date): Deletion => ({
  entity: 'deletion',
  user_id: userId,
  email,
  started_at: now.toISOString(),
  stage: 'started',
  customers: [],
  subscriptions: [],
  pseudonym: randomUUID(),
})

/** Returns what changes in the record of a deletion when the tombstone is written. */
export const tombstoned = (now: Date) => ({ stage: 'tombstoned' as const, tombstoned_at: now.toISOString() })

/** Returns the write that stores a deletion. */
export const deletionWrite = (deletion: Deletion): Write =>
  put(keys.deletion(deletion.user_id), { ...deletion, ...keys.deletionsStarted(deletion.started_at) })

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]

/** Returns the item that replaces the profile of a deleted account. */
export const tombstoneOf = (userId: string, now: Date) => ({
  ...({ entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() } satisfies TombstoneRecord),
  ...keys.retention(keptUntil('tombstone', now)),
})

/** Retains the payments by their Stripe ids only: Stripe's own records contain the amounts. */
const retainedPaymentsWrites = (
  { passes }: Account,
  { pseudonym, customers, subscriptions }: Deletion,
  now: Date,
): Write[] => {
  const sessions = passes.flatMap(({ purchases }) => Object.keys(purchases))
  if (customers.length === 0 && sessions.length === 0) return []
  const item = {
    entity: 'retained_payments',
    customers,
    subscriptions,
    sessions,
    retained_since: now.toISOString(),
  }
  return [put(keys.retainedPayments(pseudonym), { ...item, ...keys.retention(keptUntil('payment', now)) })]
}

const receiptWrite = ({ profile }: Account, deletion: Deletion, now: Date): Write =>
  emailWrite({
    cause: receiptCauseOf(deletion),
    to: profile.email,
    forgetWhenSent: true,
    content: {
      template: 'account-deleted',
      name: profile.full_name,
      deleted_at: now.toISOString(),
      had_subscription: deletion.subscriptions.length > 0,
    },
    now,
  })

/** Stores deletions of accounts that are in progress. */
export const deletionRepository = (table: Table) => ({
  find: (userId: string): Promise<Deletion | undefined> => table.find(keys.deletion(userId), deletionRecord),
  findAccount: (userId: string): Promise<Account | undefined> => findAccount(table, userId),
  isDeleted: (userId: string): Promise<boolean> => isDeleted(table, userId),

  /**
   * Records what is about to be deleted, before anything is. Keeps the Stripe ids of an earlier attempt.
   *
   * @param adminDeletionsVersion for an admin, the version under which another admin was found to remain
   * @returns `stale` if the address or the Stripe customer changed or the deletion of another admin started meanwhile,
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
      // The address and the customer that the deletion is about to remove must still be the account's.
      check(keys.profile(user_id), {
        onlyIf: `attribute_exists(pk) AND attribute_not_exists(deleted_at) AND email = :email AND ${
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

  /** Deletes the record of a deletion that has changed nothing. The account stays as it is. */
  abandon: ({ user_id }: Deletion): Promise<void> => table.delete(keys.deletion(user_id)),

  /**
   * Replaces the profile with a tombstone and queues the receipt. This is the point of no return: from now on no
   * token, link or late event finds the account, and its address is free for another one. Takes effect once,
   * however often it is repeated.
   *
   * @returns `stale` if the details have changed since the account was read, or it is deleted
   */
  async writeTombstone(account: Account, deletion: Deletion, now: Date): Promise<'deleted' | 'stale'> {
    const { failedCondition } = await table.transact(
      put(keys.profile(deletion.user_id), tombstoneOf(deletion.user_id, now), {
        ...detailsUnchanged(account.profile.details_changed_at),
        otherwise: 'stale',
      }),
      deletionWrite({ ...deletion, ...tombstoned(now) }),
      receiptWrite(account, deletion, now),
      remove(keys.address(deletion.email)),
      ...accountSearchRemovals(account.profile),
      ...retainedPaymentsWrites(account, deletion, now),
    )
    return failedCondition === undefined ? 'deleted' : 'stale'
  },

  /** Lists unfinished deletions that started before this time, oldest first. */
  async listUnfinished(before: Date, limit: number): Promise<Deletion[]> {
    const items = await table.listDue(keys.deletionsStarted('').gsi1pk, before.toISOString(), limit)
    return items.map((item) => deletionRecord.parse(item))
  },

  /** Deletes the record of a finished deletion, and with it the last copy of the email address. */
  finish: ({ user_id }: Deletion): Promise<void> => table.delete(keys.deletion(user_id)),
})

export type DeletionRepository = ReturnType<typeof deletionRepository>
