import { visitorRepository } from '../chat/public.ts'
import { contactRepository } from '../contact/public.ts'
import { voidAllLinks } from '../identity/public.ts'
import { outboxRepository } from '../notices/public.ts'
import type { Table } from '../platform/table/table.ts'
import { userPoolAccounts } from '../platform/user-pool/accounts.ts'
import type { ClearingNeeds } from './clear-away.ts'
import { deletionRepository } from './deletion.repository.ts'
import { remainsRepository } from './remains.repository.ts'

/** What clears away an account, on this table. */
export const clearingNeeds = (table: Table): ClearingNeeds => ({
  deletions: deletionRepository(table),
  remains: remainsRepository(table),
  links: { voidAll: (userId) => voidAllLinks(table, userId) },
  mails: outboxRepository(table),
  messages: contactRepository(table),
  visitors: visitorRepository(table),
  userPool: userPoolAccounts,
})
