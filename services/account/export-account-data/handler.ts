import { exportAccountData } from '../../../shared/contract/account.ts'
import { exportFileName } from '../../../shared/rules/export-file.ts'
import { contactRepository } from '../../contact/public.ts'
import { outboxRepository } from '../../notices/public.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { keys } from '../../platform/table/keys.ts'
import { Table } from '../../platform/table/table.ts'
import { userPoolAccounts } from '../../platform/user-pool/accounts.ts'
import { collect, type CollectNeeds } from '../collect.ts'
import { statementOf } from '../stripe-statement.ts'

/** All or nothing: a system that does not answer makes no file with a hole in it. */
const handle: Handle<typeof exportAccountData, CollectNeeds> = ({ caller, now }, needs) =>
  collect(caller, needs, now)

const table = new Table()
export const handler = serve(
  exportAccountData,
  handle,
  {
    partition: (userId) => table.list(keys.profile(userId).pk, ''),
    statementOf,
    mails: outboxRepository(table),
    messages: contactRepository(table),
    userPool: userPoolAccounts,
  },
  { table, reply: attachment(exportFileName) },
)
