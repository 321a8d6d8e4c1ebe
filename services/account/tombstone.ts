import { retainedUntil } from '#shared/rules/retention.ts'
import type { Account } from '#platform/account/account.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { findGivenUpAt, formerAddressWrite } from '#platform/account/former-address.ts'
import type { ProfileRecord, TombstoneRecord } from '#platform/account/records.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove, type Write } from '#platform/table/write.ts'
import { accountSearchRemovals, detailsUnchanged } from '#services/identity/public.ts'
import { type Deletion, deletionWrite, tombstonedFields } from './deletion-record.ts'

/**
 * Requires that the record still names what this run has deleted at Stripe. Another request for the same account may
 * have abandoned or repeated the deletion in the meantime.
 */
const sameDeletionCondition = ({ customers, subscriptions }: Deletion) => ({
  onlyIf: 'customers = :customers AND subscriptions = :subscriptions',
  values: { ':customers': customers, ':subscriptions': subscriptions },
  otherwise: 'superseded',
})

/** Returns the item that replaces the profile of a deleted account. */
const tombstoneOf = (userId: string, now: Date) => ({
  ...({ entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() } satisfies TombstoneRecord),
  ...keys.retention(retainedUntil('tombstone', now)),
})

/** Replaces a profile, unless its details or its address have changed since it was read. */
const tombstoneWrite = (profile: ProfileRecord, now: Date): Write => {
  const { onlyIf, values } = detailsUnchanged(profile.details_changed_at)
  return put(keys.profile(profile.user_id), tombstoneOf(profile.user_id, now), {
    onlyIf: `${onlyIf} AND email = :email`,
    values: { ...values, ':email': profile.email },
    otherwise: 'stale',
  })
}

/**
 * Returns whether the address of an account belongs to another account. No operation leads to this, but a restored
 * table could contain it.
 */
const isAddressOfAnother = async (table: Table, { user_id, email }: ProfileRecord): Promise<boolean> => {
  const owner = await findIdByAddress(table, email)
  return owner !== undefined && owner !== user_id
}

/** Returns the writes that free the address of an account. */
const addressRemovals = ({ user_id: userId, email }: ProfileRecord, now: Date): Write[] => [
  remove(keys.address(email), {
    onlyIf: 'attribute_not_exists(pk) OR user_id = :user',
    values: { ':user': userId },
    otherwise: 'stale',
  }),
  formerAddressWrite({ user_id: userId, email, until: now.toISOString() }),
]

/**
 * Returns the deletion with the addresses that the account has now: they may have changed since it started.
 *
 * @param from time from which data stored under the current address belongs to the account
 */
const withAddressesOf = (
  { email, former_emails }: ProfileRecord,
  deletion: Deletion,
  from: string | undefined,
): Deletion => ({
  ...deletion,
  email,
  ...(from === undefined ? {} : { email_from: from }),
  ...(former_emails === undefined ? {} : { former_emails }),
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
  return [
    put(keys.retainedPayments(pseudonym), { ...item, ...keys.retention(retainedUntil('payment', now)) }),
  ]
}

const confirmationWrite = ({ profile }: Account, deletion: Deletion, now: Date): Write =>
  emailWrite({
    cause: `account-deleted:${deletion.user_id}`,
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

/** Returns the writes that replace the profile of an account and free its address. They fail with `stale` if it changed. */
export const accountRemovals = async (
  table: Table,
  profile: ProfileRecord,
  deletion: Deletion,
  { now, condition }: { now: Date; condition?: Parameters<typeof deletionWrite>[1] },
): Promise<Write[]> => {
  const belongsToAnother = await isAddressOfAnother(table, profile)
  const from = belongsToAnother ? now.toISOString() : await findGivenUpAt(table, profile.email)
  const recorded = { ...withAddressesOf(profile, deletion, from), ...tombstonedFields(now) }
  return [
    tombstoneWrite(profile, now),
    deletionWrite(recorded, condition),
    ...(belongsToAnother ? [] : addressRemovals(profile, now)),
    ...accountSearchRemovals(profile),
  ]
}

/**
 * Returns the writes that delete an account and queue the confirmation email. They fail with `stale` if the account has
 * changed since it was read, and with `superseded` if the record of the deletion has.
 */
export const tombstoneWrites = async (
  table: Table,
  account: Account,
  deletion: Deletion,
  now: Date,
): Promise<Write[]> => [
  ...(await accountRemovals(table, account.profile, deletion, {
    now,
    condition: sameDeletionCondition(deletion),
  })),
  confirmationWrite(account, deletion, now),
  ...retainedPaymentsWrites(account, deletion, now),
]
