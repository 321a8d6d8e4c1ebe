import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import type { AuditEntry } from '#shared/contract/admin.ts'
import { auditRecord } from '#platform/table/audit.ts'
import { auditPrefix, keys } from '#platform/table/keys.ts'
import { profileOrTombstone } from '#platform/account/records.ts'
import type { Table } from '#platform/table/table.ts'

type AuditRecord = z.infer<typeof auditRecord>

/** Maximum number of actions in a response. An account may have thousands: one for each reply to a ticket, for a year. */
const maxActions = 50

const storedEntry = z.extend(auditRecord, { sk: z.string() })

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
  /**
   * Lists a page of the actions about an account, newest first. Reads one action more, which shows whether there is
   * another page.
   *
   * @param after place after which the page starts. Default: the first page
   * @returns `next` is the place after which the next page starts. Undefined on the last page
   */
  async listAbout(userId: string, after?: string): Promise<{ entries: AuditEntry[]; next?: string }> {
    const { pk } = keys.audit({ kind: 'user', id: userId }, '', '')
    const start = after === undefined ? undefined : { pk, sk: `${auditPrefix}${after}` }
    const page: z.infer<typeof storedEntry>[] = []
    for await (const item of table.eachBackwards(pk, auditPrefix, maxActions + 1, start)) {
      const last = page.at(-1)
      if (last && page.length === maxActions)
        return { entries: await withEmails(table, page), next: last.sk.slice(auditPrefix.length) }
      page.push(parseItem(storedEntry, item))
    }
    return { entries: await withEmails(table, page) }
  },

  /** Lists the latest actions of an admin, newest first. */
  async listBy(userId: string): Promise<AuditEntry[]> {
    const { gsi1pk } = keys.auditBy(userId, '')
    const items = await table.listByIndex(gsi1pk, { limit: maxActions, backwards: true })
    return withEmails(
      table,
      items.map((item) => parseItem(auditRecord, item)),
    )
  },
})

export type AuditRepository = ReturnType<typeof auditRepository>
