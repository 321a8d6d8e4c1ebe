import { deleteAccount as operation } from '../../../shared/contract/account.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { deleteAccount, type DeletionNeeds, repeatDeletion } from '../delete-account.ts'
import { deletionNeeds } from '../deletion-needs.ts'

const handle: Handle<typeof operation, DeletionNeeds> = ({ caller, now }, needs) =>
  deleteAccount(caller, needs, now)

const table = new Table()
const needs = deletionNeeds(table)
export const handler = serve(operation, handle, needs, {
  table,
  whenDeleted: (userId) => repeatDeletion(userId, needs),
})
