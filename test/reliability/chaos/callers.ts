import type { Caller } from '#platform/http/authenticate.ts'
import { accountOf } from '../steps.ts'
import type { UserName } from '../world.ts'
import type { ChaosWorld } from './chaos-world.ts'

/** Returns an account as the caller of a request. */
export const callerOf = async ({ billing }: ChaosWorld, name: UserName): Promise<Caller> => {
  const account = await accountOf(billing, name)
  return {
    ...account,
    passes: [],
    stepUps: [],
    userId: account.profile.user_id,
    tokenOrigin: undefined,
    signedInAtSeconds: Math.floor(billing.clock.now().getTime() / 1000),
  }
}

/** Starts a request of an account. */
export const requestBy = async (chaos: ChaosWorld, name: UserName) => ({
  caller: await callerOf(chaos, name),
  now: chaos.billing.clock.now(),
})
