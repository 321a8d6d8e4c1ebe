import { contactRepository } from '../contact/public.ts'
import { linkRepository } from '../identity/public.ts'
import { outboxRepository } from '../notices/public.ts'
import type { Table } from '../platform/table/table.ts'
import { userPoolAccounts } from '../platform/user-pool/accounts.ts'
import { adminIds } from '../platform/user-pool/admins.ts'
import type { DeletionNeeds } from './delete-account.ts'
import { deletionRepository } from './deletion.repository.ts'
import { remainsRepository } from './remains.repository.ts'
import { stripeAccount } from './stripe-account.ts'

/** Everything that holds something of a person. */
export const deletionNeeds = (table: Table): DeletionNeeds => ({
  deletions: deletionRepository(table),
  remains: remainsRepository(table),
  payments: stripeAccount,
  links: linkRepository(table),
  mails: outboxRepository(table),
  messages: contactRepository(table),
  userPool: userPoolAccounts,
  adminIds,
})
