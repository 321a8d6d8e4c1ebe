import { recentSignInSeconds } from '#shared/values/limits.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { apiError } from '#platform/api-error.ts'
import { sessionRepository } from '#services/identity/session.repository.ts'
import { authenticateInMemory } from '#test/kit/in-memory/authenticate.ts'
import type { UserName } from '../world.ts'
import type { ChaosWorld } from './chaos-world.ts'

const authenticated = async ({ billing }: ChaosWorld, account: string, at: Date): Promise<Caller> => {
  const caller = await authenticateInMemory(billing.table, account, at)
  if (caller === null) throw apiError('unauthorized')
  return caller
}

/** Signs a user in, as the user pool does, and records the time of the sign-in. A failure to record it is ignored. */
export const signIn = async (chaos: ChaosWorld, account: string): Promise<Caller> => {
  const now = chaos.billing.clock.now()
  if (!chaos.pool.has(account)) throw apiError('unauthorized')
  await sessionRepository(chaos.billing.table)
    .recordSignIn(account, now)
    .catch(() => undefined)
  chaos.sessions.push({ account, at: now, isEnded: false })
  return authenticated(chaos, account, now)
}

/** Returns a user as the caller of a request. Signs the user in if no session is left. */
export const callerOf = async (chaos: ChaosWorld, name: UserName): Promise<Caller> => {
  const account = chaos.billing.accounts[name]
  const session = chaos.sessions.findLast((one) => one.account === account)
  const isOpen = session !== undefined && !session.isEnded
  return isOpen ? authenticated(chaos, account, session.at) : signIn(chaos, account)
}

/** Returns a user who has signed in within the last hour. */
export const recentCallerOf = async (chaos: ChaosWorld, name: UserName): Promise<Caller> => {
  const caller = await callerOf(chaos, name)
  const age = chaos.billing.clock.now().getTime() / 1000 - caller.signedInAtSeconds
  return age > recentSignInSeconds ? signIn(chaos, caller.userId) : caller
}

/** Starts a request of a user. */
export const requestBy = async (chaos: ChaosWorld, name: UserName) => ({
  caller: await callerOf(chaos, name),
  now: chaos.billing.clock.now(),
})
