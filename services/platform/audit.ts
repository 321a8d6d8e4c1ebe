import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { keptUntil } from '../../shared/rules/retention.ts'
import { adminActs, type AdminAct } from '../../shared/contract/admin.ts'
import { type AuditSubject, keys } from './table/keys.ts'
import { putNew, type Write } from './table/table.ts'

/**
 * One act of an admin or an operator. Nothing changes it, and nothing but its period removes it. It names people by id alone: the act
 * outlives an address, and whoever may read it can look the address up.
 */
export const auditRecord = z.object({
  entity: z.literal('audit'),
  act: z.enum(adminActs),
  /** The admin's user id; of an operator, the access key that AWS knows them by. */
  actor_id: z.string(),
  actor_kind: z.enum(['admin', 'operator']),
  /** What it was done to, in words: the name of a file, of a referrer. Absent where it was a person. */
  about: z.string().optional(),
  at: z.string(),
})
type AuditRecord = z.infer<typeof auditRecord>

export interface NewAct {
  readonly act: AdminAct
  readonly by: { readonly id: string; readonly kind?: AuditRecord['actor_kind'] }
  readonly subject: AuditSubject
  readonly about?: string
  readonly now: Date
}

/** The part of a transaction that records an act: it is written together with what was done, or neither is. */
export const auditWrite = ({ act, by, subject, about, now }: NewAct): Write => {
  const at = now.toISOString()
  const record: AuditRecord = {
    entity: 'audit',
    act,
    actor_id: by.id,
    actor_kind: by.kind ?? 'admin',
    ...(about === undefined ? {} : { about }),
    at,
  }
  return putNew(
    keys.audit(subject, at, randomUUID()),
    { ...record, ...keys.auditBy(by.id, at), ...keys.retention(keptUntil('audit', now)) },
    'audit_taken',
  )
}
