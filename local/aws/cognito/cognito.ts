import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { CognitoStandIn, InvokeTrigger } from '../../types.ts'
import { adminUserActions } from './admin-users.ts'
import { authenticationActions } from './authentication.ts'
import { createChallenges } from './challenges.ts'
import { directoryActions } from './directory.ts'
import { CognitoError } from './errors.ts'
import { createLockout } from './lockout.ts'
import { ownAccountActions } from './own-account.ts'
import { createPools } from './pools.ts'
import { refreshTokenActions } from './refresh-flow.ts'
import { createSignIns } from './sign-ins.ts'
import { createTokenSigner } from './tokens.ts'
import { createTriggers } from './triggers.ts'
import type { World } from './world.ts'

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
  readonly invoke: InvokeTrigger
}

/**
 * Stands in for the user pools of Cognito that people sign in to by e-mail address. Signatures and roles of
 * the `Admin…` calls are checked before they get here.
 */
export const createCognito = ({ clock, region, accountId, invoke }: Options): CognitoStandIn => {
  const world: World = {
    clock,
    pools: createPools(region, accountId),
    tokens: createTokenSigner(clock, region),
    signIns: createSignIns(clock),
    challenges: createChallenges(clock),
    lockout: createLockout(clock),
    runTrigger: createTriggers(invoke, region),
    disguiseKey: randomBytes(32),
  }
  const actions = new Map(
    Object.entries({
      ...authenticationActions(world),
      ...refreshTokenActions(world),
      ...ownAccountActions(world),
      ...adminUserActions(world),
      ...directoryActions(world),
    }),
  )
  const answer = async (name: string, body: Record<string, unknown>): Promise<object> => {
    const run = actions.get(name)
    if (!run) throw new CognitoError('UnknownOperationException', `The local Cognito does not know ${name}.`)
    return run(body)
  }
  const forgetSessions = () => {
    world.signIns.clear()
    world.challenges.clear()
    world.lockout.clear()
  }
  return {
    addPool: (definition) => world.pools.add(definition),
    addClient: (definition) => world.pools.addClient(definition),
    addGroup: (userPoolId, group) => void world.pools.get(userPoolId).groups.add(group),
    handle: async (name, body) => {
      try {
        return { status: 200, body: await answer(name, body) }
      } catch (error) {
        if (!(error instanceof CognitoError)) throw error
        return { status: 400, body: { __type: error.type, message: error.message } }
      }
    },
    jwks: (userPoolId) => {
      world.pools.get(userPoolId)
      return world.tokens.jwks()
    },
    verifyToken: async (userPoolId, token) => world.tokens.verify(userPoolId, token),
    reset: () => {
      world.pools.clear()
      forgetSessions()
    },
    snapshot: () => {
      const bringBack = world.pools.snapshot()
      return () => {
        forgetSessions()
        bringBack()
      }
    },
  }
}
