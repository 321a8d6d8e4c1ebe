import { forgetCounts } from '../platform/http/forget-counts.ts'
import { keys } from '../platform/table/keys.ts'
import { type Table, update } from '../platform/table/table.ts'
import type { Deletion } from './deletion.repository.ts'
import { outlives } from './partition.ts'
import { passPayments } from './pass-payments.ts'

/** What the table still holds of somebody whose account is buried. Each step can be done again. */
export const remainsRepository = (table: Table) => ({
  /** Takes the person out of the payments for their passes, and the passes and all else out of the partition. */
  async clearPartition({ user_id }: Deletion): Promise<void> {
    const { pk, sk: profileKey } = keys.profile(user_id)
    for (const item of await table.list(pk, '')) {
      const sk = String(item['sk'])
      // The mark that the account is deleted stays, too.
      if (sk === profileKey || outlives(item['entity'])) continue
      for (const session of passPayments(item)) await this.unnamePayment(session)
      await table.delete({ pk, sk })
    }
  },

  /** The payment is kept without whose it was. */
  async unnamePayment(session: string): Promise<void> {
    await table.transact(
      update(keys.passPayment(session), 'SET user_id = :nobody', {
        onlyIf: 'attribute_exists(pk)',
        values: { ':nobody': null },
      }),
    )
  },

  /** Forgets whose customers these were. */
  async forgetCustomers({ customers }: Deletion): Promise<void> {
    for (const customer of customers) await table.delete(keys.customer(customer))
  },

  /** Forgets how often the person did what is limited. */
  forgetCounts: ({ user_id, email }: Deletion): Promise<void> =>
    forgetCounts(table, { user: user_id, email }),
})

export type RemainsRepository = ReturnType<typeof remainsRepository>
