import type { AddressRecord } from '#platform/account/address.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew, type Write } from '#platform/table/write.ts'
import { accountSearchWrites } from './account-search.ts'

type ConfirmedAccount = Pick<ProfileRecord, 'user_id' | 'email' | 'full_name' | 'company_name'>

/** Failed condition of a transaction whose address belongs to an account already. */
export const addressTaken = 'address_taken'

/** Failed condition of a transaction whose referral no longer counts. */
const referralNotCounted = 'referral_not_counted'

/**
 * Returns the write that makes an account the only one with its address. The address is listed as unfinished until
 * `finishSignUp` has updated the user pool.
 */
export const addressWrite = (
  { user_id, email }: Pick<ConfirmedAccount, 'user_id' | 'email'>,
  now: Date,
): Write => {
  const record: AddressRecord = {
    entity: 'address',
    email,
    user_id,
    confirmed_at: now.toISOString(),
  }
  return putNew(
    keys.address(email),
    { ...record, ...keys.unfinishedSignUps(record.confirmed_at) },
    addressTaken,
  )
}

/** Returns the writes that make an account the only one with its address, and let admins find it. */
export const addressWrites = (account: ConfirmedAccount, now: Date): Write[] => [
  addressWrite(account, now),
  ...accountSearchWrites(account),
]

/**
 * Confirms a sign-up and counts its referral in one transaction. If the referral link is revoked in the meantime, or
 * has counted the address before, confirms the sign-up without counting it.
 *
 * @returns the failed condition; `undefined` if everything was written
 */
export const transactWithReferral = async (
  table: Table,
  writes: readonly Write[],
  referralWrites: (otherwise: string) => Promise<Write[]>,
): Promise<string | undefined> => {
  const referral = await referralWrites(referralNotCounted)
  const { failedCondition } = await table.transact(...writes, ...referral)
  if (failedCondition !== referralNotCounted) return failedCondition
  return (await table.transact(...writes)).failedCondition
}
