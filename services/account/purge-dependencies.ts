import { forgetChatVisitor, visitorRepository } from '#services/chat/public.ts'
import { contactRepository } from '#services/contact/public.ts'
import { deleteEmailsTo, emailProblemRepository } from '#services/email/public.ts'
import { deleteAllLinks } from '#services/identity/public.ts'
import { formerAddressRemoval } from '#platform/account/former-address.ts'
import type { Table } from '#platform/table/table.ts'
import { userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { deletionRepository } from './deletion.repository.ts'
import type { PurgeDependencies } from './purge.ts'
import { retainedRecordsRepository } from './retained-records.repository.ts'

/** Creates the production dependencies of `purge`. */
export const purgeDependencies = (table: Table): PurgeDependencies => ({
  deletions: deletionRepository(table),
  retainedRecords: retainedRecordsRepository(table),
  links: { deleteAll: (userId) => deleteAllLinks(table, userId) },
  deleteEmailsTo: (address) => deleteEmailsTo(table, address),
  emailProblems: emailProblemRepository(table),
  messages: contactRepository(table),
  forgetFormerAddress: async ({ email, until }) => {
    if (until !== undefined) await table.transact(formerAddressRemoval({ email, until }))
  },
  chatVisitors: visitorRepository(table),
  forgetChatVisitor,
  userPool: userPoolAccounts,
})
