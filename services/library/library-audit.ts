import { auditWrite } from '#platform/table/audit.ts'
import type { Write } from '#platform/table/write.ts'

/** The admin who makes a change, and the time of the change. */
export interface Actor {
  readonly adminId: string
  readonly now: Date
}

type LibraryAction =
  | `${'file' | 'video'}-${'added' | 'deleted'}`
  | `title-${'saved' | 'deleted'}`
  | 'file-replaced'
  | 'facts-saved'

/** Returns the part of a transaction that records a change to the library in the audit log. */
export const libraryAudit = (action: LibraryAction, about: string, { adminId, now }: Actor): Write =>
  auditWrite({ action, by: { id: adminId }, subject: { kind: 'library' }, about, now })
