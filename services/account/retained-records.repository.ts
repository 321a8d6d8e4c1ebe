import * as z from 'zod/mini'
import { deleteRateCounters } from '#platform/http/delete-rate-counters.ts'
import { inGroups } from '#platform/in-groups.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'
import type { Deletion } from './deletion-record.ts'
import { isRetained } from './partition.ts'

const paidPass = z.object({ entity: z.literal('pass'), purchases: z.record(z.string(), z.unknown()) })

/** Returns the Checkout Sessions that paid for a pass, or an empty list if the item is not a pass. */
const passSessionsOf = (item: object): string[] => {
  const pass = paidPass.safeParse(item)
  return pass.success ? Object.keys(pass.data.purchases) : []
}

const submittedTicket = z.object({ entity: z.literal('ticket'), id: z.string() })

/** Returns the number of a ticket, or undefined if the item is not a ticket. */
const ticketIdOf = (item: object): string | undefined => {
  const ticket = submittedTicket.safeParse(item)
  return ticket.success ? ticket.data.id : undefined
}

/** Purges or anonymises what the table still contains of a deleted account. Each step can be repeated. */
export const retainedRecordsRepository = (table: Table) => ({
  /** Deletes the account's partition and anonymises its pass payments. Keeps the tombstone and the audit log. */
  async purgePartition({ user_id }: Deletion): Promise<void> {
    const { pk, sk: tombstoneKey } = keys.profile(user_id)
    await inGroups(await table.list(pk, ''), async (item) => {
      const sk = String(item['sk'])
      if (sk === tombstoneKey || isRetained(item['entity'])) return
      for (const session of passSessionsOf(item)) await this.anonymisePayment(session)
      const ticketId = ticketIdOf(item)
      if (ticketId !== undefined) await table.delete(keys.inboxItem(inboxIdOfTicket(user_id, ticketId)))
      await table.delete({ pk, sk })
    })
  },

  /** Removes the user id from the record of a pass payment. */
  async anonymisePayment(session: string): Promise<void> {
    await table.transact(
      update(keys.passPayment(session), 'SET user_id = :nobody', {
        onlyIf: 'attribute_exists(pk)',
        values: { ':nobody': null },
      }),
    )
  },

  /** Deletes the items that map Stripe customers to the account. */
  async deleteCustomers({ customers }: Deletion): Promise<void> {
    for (const customer of customers) await table.delete(keys.customer(customer))
  },

  /** Deletes the account's rate limit counters. */
  deleteRateCounters: ({ user_id, email }: Deletion): Promise<void> =>
    deleteRateCounters(table, { user: user_id, email }),
})

export type RetainedRecordsRepository = ReturnType<typeof retainedRecordsRepository>
