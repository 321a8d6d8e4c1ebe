import { findAccount, type Account } from '#platform/account/account.ts'
import { type ProfileRecord, profileRecord } from '#platform/account/records.ts'
import { type Key, keys } from '#platform/table/keys.ts'
import { parseFirst } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'

/** Finds accounts whose details have changed, and updates the copies of their address in the table. */
export const changedDetailsRepository = (table: Table) => ({
  find: (userId: string): Promise<Account | undefined> => findAccount(table, userId),

  /** Lists the profiles that are not copied yet and whose change or latest attempt was before this time, earliest first. */
  list(before: Date, limit: number): Promise<ProfileRecord[]> {
    const items = table.eachListed(keys.accountDetailsChanged('').gsi1pk, before.toISOString(), limit)
    return parseFirst(items, (item) => profileRecord.parse(item), limit)
  },

  /**
   * Copies the address to the subscription and the passes. Changes the version of a pass, so that a concurrent writer
   * reads it again.
   */
  async copyAddress({ profile, subscriber, passes }: Account): Promise<void> {
    const { user_id: userId, email } = profile
    const set = (key: Key, expression: string, values: object = {}) =>
      table.transact(
        update(key, expression, { onlyIf: 'attribute_exists(pk)', values: { ':email': email, ...values } }),
      )
    if (subscriber !== undefined && subscriber.email !== email)
      await set(keys.subscriber(userId), 'SET email = :email')
    for (const pass of passes)
      if (pass.email !== email)
        await set(keys.pass(userId, pass.session_id), 'SET email = :email ADD version :one', { ':one': 1 })
  },

  /** Moves an account to the end of the list, so that accounts whose copy always fails do not hold up the others. */
  recordAttempt: (userId: string, now: Date): Promise<void> =>
    table.moveInIndex(keys.profile(userId), keys.accountDetailsChanged(now.toISOString())),

  /** Records that the details are copied, unless they have changed again. */
  async markCopied({ user_id, details_changed_at }: ProfileRecord): Promise<void> {
    await table.transact(
      update(keys.profile(user_id), 'REMOVE gsi1pk, gsi1sk', {
        onlyIf: 'details_changed_at = :at',
        values: { ':at': details_changed_at },
      }),
    )
  },
})

export type ChangedDetailsRepository = ReturnType<typeof changedDetailsRepository>
