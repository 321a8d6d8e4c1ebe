import { deleteAccount as operation } from '#shared/contract/account.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { deleteAccount, type DeletionDependencies, repeatDeletion } from '../delete-account.ts'
import { deletionDependencies } from '../deletion-dependencies.ts'

export const handle: Handle<typeof operation, DeletionDependencies> = ({ caller, now }, deps) =>
  deleteAccount(caller, deps, now)

const table = new Table()
const deps = deletionDependencies(table)
export const handler = serve(operation, handle, deps, {
  table,
  onDeletedAccount: (userId) => repeatDeletion(userId, deps),
})
