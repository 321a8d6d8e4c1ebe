import type { Caller } from '#platform/http/authenticate.ts'
import { accountOf } from '../steps.ts'
import type { ChaosWorld } from './chaos-world.ts'

/** Returns an account as the caller of a request. */
export const callerOf = async ({ billing }: ChaosWorld, name: 'ana' | 'ben'): Promise<Caller> => {
  const account = await accountOf(billing, name)
  return {
    ...account,
    passes: [],
    stepUps: [],
    userId: account.profile.user_id,
    tokenOrigin: undefined,
    signedInAtSeconds: 0,
  }
}
