import { auditWrite } from '../platform/audit.ts'
import type { Write } from '../platform/table/table.ts'

/** The admin who does something, and when. */
export interface Actor {
  readonly adminId: string
  readonly now: Date
}

type LibraryAct = `${'file' | 'video'}-${'added' | 'deleted'}` | `title-${'saved' | 'deleted'}`

/** The part of a transaction that records what an admin did to the library. */
export const libraryAudit = (act: LibraryAct, about: string, { adminId, now }: Actor): Write =>
  auditWrite({ act, by: { id: adminId }, subject: { kind: 'library' }, about, now })
