import { signOut } from '../../../shared/contract/identity.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type SessionRepository, sessionRepository } from '../session.repository.ts'
import { type UserPoolAccounts, userPoolAccounts } from '../../platform/user-pool/accounts.ts'
import { sessionsValidAfter, untilTime } from '../session-end.ts'

interface Needs {
  readonly sessions: SessionRepository
  readonly userPool: UserPoolAccounts
}

/** The pool forgets the refresh tokens; our own note stops access tokens before they run out. */
const handle: Handle<typeof signOut, Needs> = async ({ caller, now }, { sessions, userPool }) => {
  await userPool.signOutEverywhere(caller.userId)
  const validAfter = sessionsValidAfter(caller.profile, now)
  await sessions.end(caller.userId, { validAfter, origin: caller.tokenOrigin })
  await untilTime(validAfter)
  return { success: true }
}

const table = new Table()
export const handler = serve(
  signOut,
  handle,
  { sessions: sessionRepository(table), userPool: userPoolAccounts },
  { table },
)
