import { signOut } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type UserPoolAccounts, userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { userPoolClient } from '#platform/user-pool/client.ts'
import { sessionsValidAfter, waitUntil } from '../session-end.ts'
import { type SessionRepository, sessionRepository } from '../session.repository.ts'

interface Dependencies {
  readonly sessions: SessionRepository
  readonly userPool: Pick<UserPoolAccounts, 'signOutEverywhere'>
}

/**
 * Revokes the refresh tokens in the user pool, and access tokens before they expire through our own record. One after the
 * other: if the user pool failed after our record, the caller could not repeat the request, and Cognito's own API would
 * still accept the refresh tokens.
 */
export const handle: Handle<typeof signOut, Dependencies> = async ({ caller, now }, deps) => {
  await deps.userPool.signOutEverywhere(caller.userId)
  const validAfter = sessionsValidAfter(caller.profile, now)
  await deps.sessions.end(caller.userId, { validAfter, origin: caller.tokenOrigin })
  await waitUntil(validAfter)
  return { success: true }
}

const table = new Table()
export const handler = serve(
  signOut,
  handle,
  { sessions: sessionRepository(table), userPool: userPoolAccounts },
  { table, prepare: async () => userPoolClient() },
)
