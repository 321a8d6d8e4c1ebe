import { randomBytes } from 'node:crypto'
import type { Clock } from '#local/kit/clock.ts'
import type { CognitoEmulator, InvokeTrigger } from './types.ts'
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
import type { CognitoContext } from './context.ts'

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
  readonly invoke: InvokeTrigger
}

const createContext = ({ clock, region, accountId, invoke }: Options): CognitoContext => ({
  clock,
  pools: createPools(region, accountId),
  tokens: createTokenSigner(clock, region),
  signIns: createSignIns(clock),
  challenges: createChallenges(clock),
  lockout: createLockout(clock),
  runTrigger: createTriggers(invoke, region),
  fakeIdentityKey: randomBytes(32),
})

/**
 * Emulates Cognito user pools with sign-in by email address. Signatures and roles of the `Admin…` calls are
 * checked before this point.
 */
export const createCognito = (options: Options): CognitoEmulator => {
  const context = createContext(options)
  const actions = new Map(
    Object.entries({
      ...authenticationActions(context),
      ...refreshTokenActions(context),
      ...ownAccountActions(context),
      ...adminUserActions(context),
      ...directoryActions(context),
    }),
  )
  const runAction = async (name: string, body: Record<string, unknown>): Promise<object> => {
    const run = actions.get(name)
    if (!run)
      throw new CognitoError('UnknownOperationException', `The local Cognito does not support ${name}.`)
    return run(body)
  }
  const clearSessions = () => {
    context.signIns.clear()
    context.challenges.clear()
    context.lockout.clear()
  }
  return {
    addPool: (definition) => context.pools.add(definition),
    addClient: (definition) => context.pools.addClient(definition),
    addGroup: (userPoolId, group) => void context.pools.get(userPoolId).groups.add(group),
    handle: async (name, body) => {
      try {
        return { status: 200, body: await runAction(name, body) }
      } catch (error) {
        if (!(error instanceof CognitoError)) throw error
        return { status: 400, body: { __type: error.type, message: error.message } }
      }
    },
    jwks: (userPoolId) => {
      context.pools.get(userPoolId)
      return context.tokens.jwks()
    },
    verifyToken: async (userPoolId, token) => context.tokens.verify(userPoolId, token),
    reset: () => {
      context.pools.clear()
      clearSessions()
    },
    users: () => context.pools.users(),
    restore: (users) => {
      clearSessions()
      context.pools.restore(users)
    },
  }
}
