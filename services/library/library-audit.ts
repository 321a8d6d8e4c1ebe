import { type Actor, auditWrite } from '#platform/table/audit.ts'
import type { Write } from '#platform/table/write.ts'

type LibraryAction =
  | `${'file' | 'video'}-${'added' | 'deleted'}`
  | `title-${'saved' | 'deleted'}`
  | 'file-replaced'
  | 'facts-saved'

/** Returns the write that records a change to the library in the audit log. */
export const libraryAuditWrite = (
  action: LibraryAction,
  about: string,
  { adminId, now }: Actor,
): Write<'audit_taken'> =>
  auditWrite({ action, by: { id: adminId }, subject: { kind: 'library' }, about, now })
