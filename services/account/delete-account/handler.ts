import { deleteAccount as operation } from '#shared/contract/account.ts'
import { apiError } from '#platform/api-error.ts'
import { hasRecentSignIn } from '#platform/http/recent-sign-in.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { deleteAccount, type DeletionDependencies, repeatDeletion } from '../delete-account.ts'
import { deletionDependencies } from '../deletion-dependencies.ts'

const signInAgain = 'Please sign in again to delete your account.'

export const handle: Handle<typeof operation, DeletionDependencies> = async ({ caller, now }, deps) => {
  // An old session that someone else gained access to is not enough: a deletion cannot be undone.
  if (!hasRecentSignIn(caller, now)) return apiError('recent_sign_in_needed', { message: signInAgain })
  return deleteAccount(caller, deps, now)
}

const table = new Table()
const deps = deletionDependencies(table)
export const handler = serve(operation, handle, deps, {
  table,
  onDeletedAccount: (userId) => repeatDeletion(userId, deps),
})
