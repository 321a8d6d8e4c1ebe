import { exportAccountData } from '#shared/contract/account.ts'
import { exportFileName } from '#shared/rules/export-file.ts'
import { attachment } from '#platform/http/attachment.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { findGivenUpAt } from '#platform/account/former-address.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'
import { userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { contactRepository } from '#services/contact/public.ts'
import { emailProblemRepository, outboxRepository } from '#services/email/public.ts'
import { collectAccountData, type CollectDependencies } from '../collect-account-data.ts'
import { findStripeData } from '../stripe-data.ts'

/** Fails if any system does not respond: there are no incomplete exports. */
export const handle: Handle<typeof exportAccountData, CollectDependencies> = ({ caller, now }, deps) =>
  collectAccountData(caller, deps, now)

const table = new Table()
export const handler = serve(
  exportAccountData,
  handle,
  {
    listPartition: (userId) => table.list(keys.profile(userId).pk, ''),
    findStripeData,
    emails: outboxRepository(table),
    emailProblems: emailProblemRepository(table),
    messages: contactRepository(table),
    findGivenUpAt: (email) => findGivenUpAt(table, email),
    userPool: userPoolAccounts,
  },
  { table, respond: attachment(exportFileName) },
)
