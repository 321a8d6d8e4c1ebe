import { deleteAccount as operation } from '#shared/contract/account.ts'
import { forgetChatVisitor } from '#services/chat/public.ts'
import { apiError } from '#platform/api-error.ts'
import { hasRecentSignIn } from '#platform/http/recent-sign-in.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { deleteAccount, type DeletionDependencies, repeatDeletion } from '../delete-account.ts'
import { deletionDependencies } from '../deletion-dependencies.ts'

/** Time for the chat provider, in milliseconds, of the 28 seconds of the function. */
const maxChatMs = 8000

const signInAgain = 'Please sign in again to delete your account.'

export const handle: Handle<typeof operation, DeletionDependencies> = async ({ caller, now }, deps) => {
  // An old session that someone else gained access to is not enough: a deletion cannot be undone.
  if (!hasRecentSignIn(caller, now)) return apiError('recent_sign_in_needed', { message: signInAgain })
  return deleteAccount(caller, deps, now)
}

const table = new Table()
const deps: DeletionDependencies = {
  ...deletionDependencies(table),
  // The last step of up to five requests. The account is deleted by then, and `finish-deletions` repeats the step.
  forgetChatVisitor: (userId) => forgetChatVisitor(userId, AbortSignal.timeout(maxChatMs)),
}
export const handler = serve(operation, handle, deps, {
  table,
  onDeletedAccount: (userId) => repeatDeletion(userId, deps),
})
