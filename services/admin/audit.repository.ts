import type * as z from 'zod'
import type { RecordedAct } from '../../shared/contract/admin.ts'
import { auditRecord } from '../platform/audit.ts'
import { auditPrefix, keys } from '../platform/table/keys.ts'
import { profileRecord } from '../platform/table/records.ts'
import type { Table } from '../platform/table/table.ts'

type Record = z.infer<typeof auditRecord>

/** How many of the last things that an admin did are shown. */
const lastActs = 50

/** Puts the address of each actor in the place of their id, as far as they still have an account. */
const named = async (table: Table, records: readonly Record[]): Promise<RecordedAct[]> => {
  const admins = records.filter(({ actor_kind }) => actor_kind === 'admin').map(({ actor_id }) => actor_id)
  const profiles = await table.findMany(
    [...new Set(admins)].map((id) => keys.profile(id)),
    profileRecord,
  )
  const emails = new Map(profiles.map(({ user_id, email }) => [user_id, email]))
  return records.map(({ act, at, about = null, actor_id, actor_kind }) => ({
    act,
    at,
    about,
    by: actor_kind === 'operator' ? actor_id : (emails.get(actor_id) ?? null),
  }))
}

export const auditRepository = (table: Table) => ({
  /** What was done about a person, the last thing first. It is little: one line for each grant. */
  async about(userId: string): Promise<RecordedAct[]> {
    const { pk } = keys.audit({ kind: 'user', id: userId }, '', '')
    const items = await table.list(pk, auditPrefix)
    return named(table, items.map((item) => auditRecord.parse(item)).toReversed())
  },

  /** The last things that a person did as an admin, the last one first. */
  async by(userId: string): Promise<RecordedAct[]> {
    const { gsi1pk } = keys.auditBy(userId, '')
    const items = await table.listByIndex(gsi1pk, { limit: lastActs, backwards: true })
    return named(
      table,
      items.map((item) => auditRecord.parse(item)),
    )
  },
})

export type AuditRepository = ReturnType<typeof auditRepository>
