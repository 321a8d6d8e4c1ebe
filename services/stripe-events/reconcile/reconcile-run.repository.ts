import * as z from 'zod/mini'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put } from '#platform/table/write.ts'

const runRecord = z.object({ entity: z.literal('reconciliation'), read_until: z.string() })

/** Stores the time up to which the last complete reconciliation has read Stripe's history. */
export const reconcileRunRepository = (table: Table) => ({
  /** Returns `undefined` before the first complete run. */
  async findReadUntil(): Promise<Date | undefined> {
    const found = await table.find(keys.reconciliation(), runRecord)
    return found && new Date(found.read_until)
  },

  async recordReadUntil(time: Date): Promise<void> {
    await table.transact(
      put(keys.reconciliation(), { entity: 'reconciliation', read_until: time.toISOString() }),
    )
  },
})

export type ReconcileRunRepository = ReturnType<typeof reconcileRunRepository>
