import type { AddressRecord } from '#platform/account/address.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew, type Write } from '#platform/table/write.ts'
import { accountSearchWrites } from './account-search.ts'

interface ConfirmedAccount {
  readonly userId: string
  readonly email: string
}

/** Failed condition of a transaction whose address belongs to an account already. */
export const addressTaken = 'address_taken'

/** Failed condition of a transaction whose referral no longer counts. */
const referralNotCounted = 'referral_not_counted'

/**
 * Returns the writes that make an account the only one with its address, and let admins find it. The address is
 * listed as unfinished until `finishSignUp` has updated the user pool.
 */
export const addressWrites = ({ userId, email }: ConfirmedAccount, now: Date): Write[] => {
  const record: AddressRecord = {
    entity: 'address',
    email,
    user_id: userId,
    confirmed_at: now.toISOString(),
  }
  return [
    putNew(keys.address(email), { ...record, ...keys.unfinishedSignUps(record.confirmed_at) }, addressTaken),
    ...accountSearchWrites({ userId, email }),
  ]
}

/**
 * Confirms a sign-up and counts its referral in one transaction. If the referral link is revoked meanwhile, confirms
 * the sign-up without counting it.
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
