import { signOut } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type UserPoolAccounts, userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { userPoolClient } from '#platform/user-pool/client.ts'
import { sessionsValidAfter, waitUntil } from '../session-end.ts'
import { type SessionRepository, sessionRepository } from '../session.repository.ts'

interface Dependencies {
  readonly sessions: Pick<SessionRepository, 'end'>
  readonly userPool: Pick<UserPoolAccounts, 'signOutEverywhere'>
}

/**
 * Revokes the refresh tokens in the user pool, and invalidates the access tokens in our own record. Tries each even if
 * the other fails, because the browser forgets its session at once and does not repeat the request. Our record alone
 * ends the sessions of a lost device at our operations, because refreshed tokens keep the time of their sign-in.
 */
export const handle: Handle<typeof signOut, Dependencies> = async ({ caller, now }, deps) => {
  const validAfter = sessionsValidAfter(caller.profile, now)
  const ends = await Promise.allSettled([
    deps.userPool.signOutEverywhere(caller.userId),
    deps.sessions.end(caller.userId, { validAfter, signInId: caller.signInId }),
  ])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
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
