import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { retainedUntil } from '#shared/rules/retention.ts'
import { adminActions, type AdminAction } from '#shared/contract/admin.ts'
import { type AuditSubject, keys } from './keys.ts'
import { putNew, type Write } from './write.ts'

/**
 * One action of an admin or operator. Never changes; only retention deletes it. It identifies accounts by id alone,
 * because an email address can change and should not be kept longer than the account.
 */
export const auditRecord = z.object({
  entity: z.literal('audit'),
  action: z.enum(adminActions),
  /** The admin's user id, or the operator's AWS access key id. */
  actor_id: z.string(),
  actor_kind: z.enum(['admin', 'operator']),
  /** Name of the file, video or referrer concerned. Absent for actions about an account. */
  about: z.optional(z.string()),
  at: z.string(),
})
type AuditRecord = z.infer<typeof auditRecord>

/** The admin who performs an action, and the time of the action. */
export interface Actor {
  readonly adminId: string
  readonly now: Date
}

export interface NewAuditEntry {
  readonly action: AdminAction
  readonly by: { readonly id: string; readonly kind?: AuditRecord['actor_kind'] }
  readonly subject: AuditSubject
  readonly about?: string
  readonly now: Date
}

/** Returns the write that records an action. Include it in the transaction that performs the action. */
export const auditWrite = ({ action, by, subject, about, now }: NewAuditEntry): Write<'audit_taken'> => {
  const at = now.toISOString()
  const record: AuditRecord = {
    entity: 'audit',
    action,
    actor_id: by.id,
    actor_kind: by.kind ?? 'admin',
    ...(about === undefined ? {} : { about }),
    at,
  }
  return putNew(
    keys.audit(subject, at, randomUUID()),
    { ...record, ...keys.auditBy(by.id, at), ...keys.retention(retainedUntil('audit', now)) },
    'audit_taken',
  )
}
