import type * as z from 'zod/mini'
import type { AuditEntry } from '#shared/contract/admin.ts'
import { auditRecord } from '#platform/table/audit.ts'
import { auditPrefix, keys } from '#platform/table/keys.ts'
import { profileOrTombstone } from '#platform/account/records.ts'
import type { Table } from '#platform/table/table.ts'

type AuditRecord = z.infer<typeof auditRecord>

/** Maximum number of an admin's actions that are listed. */
const maxActions = 50

/** Replaces the id of each admin with their email address, or with null if the account is deleted. */
const withEmails = async (table: Table, records: readonly AuditRecord[]): Promise<AuditEntry[]> => {
  const adminIds = records.filter(({ actor_kind }) => actor_kind === 'admin').map(({ actor_id }) => actor_id)
  const admins = await table.findMany(
    [...new Set(adminIds)].map((id) => keys.profile(id)),
    profileOrTombstone,
  )
  const emails = new Map(
    admins.flatMap((admin) => (admin.entity === 'profile' ? [[admin.user_id, admin.email]] : [])),
  )
  return records.map(({ action, at, about = null, actor_id, actor_kind }) => ({
    action,
    at,
    about,
    by: actor_kind === 'operator' ? actor_id : (emails.get(actor_id) ?? null),
  }))
}

/** Reads the audit entries. Each is stored in the same transaction as the action that it records. */
export const auditRepository = (table: Table) => ({
  /** Lists the actions about an account, newest first. There are few: one for each grant or revocation. */
  async listAbout(userId: string): Promise<AuditEntry[]> {
    const { pk } = keys.audit({ kind: 'user', id: userId }, '', '')
    const items = await table.list(pk, auditPrefix)
    return withEmails(table, items.map((item) => auditRecord.parse(item)).toReversed())
  },

  /** Lists the latest actions of an admin, newest first. */
  async listBy(userId: string): Promise<AuditEntry[]> {
    const { gsi1pk } = keys.auditBy(userId, '')
    const items = await table.listByIndex(gsi1pk, { limit: maxActions, backwards: true })
    return withEmails(
      table,
      items.map((item) => auditRecord.parse(item)),
    )
  },
})

export type AuditRepository = ReturnType<typeof auditRepository>
