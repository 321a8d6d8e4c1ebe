import type { UserPoolClientDefinition, UserPoolDefinition } from './types.ts'
import { notFound, userNotFound } from './errors.ts'
import { supportedTriggers } from './trigger-names.ts'
import type { User, UsersOfPools } from './user.ts'

export interface Pool {
  readonly definition: UserPoolDefinition
  readonly groups: Set<string>
  readonly users: Map<string, User>
}

export interface Pools {
  add(definition: UserPoolDefinition): void
  addClient(definition: UserPoolClientDefinition): void
  get(poolId: string): Pool
  client(clientId: string): UserPoolClientDefinition
  clear(): void
  /** Returns a copy of the users of all pools. */
  users(): UsersOfPools
  /** Replaces the users of all pools. Keeps the given objects. */
  restore(users: UsersOfPools): void
}

/** Finds a user by `sub` or by email address, ignoring case. */
export const findUser = (pool: Pool, name: string): User | undefined => {
  const email = name.toLowerCase()
  return (
    pool.users.get(name) ??
    [...pool.users.values()].find(({ attributes }) => attributes['email']?.toLowerCase() === email)
  )
}

export const loadUser = (pool: Pool, name: string): User => {
  const user = findUser(pool, name)
  if (!user) throw userNotFound()
  return user
}

const checkPool = ({ id, arn, triggers }: UserPoolDefinition, region: string, accountId: string) => {
  const expected = `arn:aws:cognito-idp:${region}:${accountId}:userpool/${id}`
  // Clients use the two halves of the id: the region, and the name that SRP hashes.
  if (!id.startsWith(`${region}_`)) throw new Error(`User pool id ${id} does not begin with ${region}_`)
  if (arn !== expected) throw new Error(`User pool ARN ${arn} is not ${expected}`)
  const unknown = Object.keys(triggers).filter((name) => !supportedTriggers.has(name))
  if (unknown.length > 0)
    throw new Error(`The local Cognito does not support the user pool trigger ${unknown.join(', ')}`)
}

/** Checks the two rules for token rotation. Cognito rejects a client that breaks one of them. */
const checkRotation = ({ id, rotationGraceSeconds, explicitAuthFlows }: UserPoolClientDefinition) => {
  if (rotationGraceSeconds === undefined) return
  if (rotationGraceSeconds < 0 || rotationGraceSeconds > 60)
    throw new Error(`RetryGracePeriodSeconds of the client ${id} must be from 0 to 60`)
  if (explicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
    throw new Error(`The client ${id} cannot have both token rotation and ALLOW_REFRESH_TOKEN_AUTH`)
}

export const createPools = (region: string, accountId: string): Pools => {
  const pools = new Map<string, Pool>()
  const clients = new Map<string, UserPoolClientDefinition>()
  const get = (poolId: string): Pool => {
    const pool = pools.get(poolId)
    if (!pool) throw notFound(`User pool ${poolId} does not exist.`)
    return pool
  }
  return {
    get,
    add: (definition) => {
      checkPool(definition, region, accountId)
      pools.set(definition.id, { definition, groups: new Set(), users: new Map() })
    },
    addClient: (definition) => {
      get(definition.userPoolId)
      checkRotation(definition)
      clients.set(definition.id, definition)
    },
    client: (clientId) => {
      const client = clients.get(clientId)
      if (!client) throw notFound(`User pool client ${clientId} does not exist.`)
      return client
    },
    clear: () => {
      for (const pool of pools.values()) pool.users.clear()
    },
    users: () => new Map([...pools].map(([id, { users }]) => [id, structuredClone(users)])),
    restore: (saved) => {
      for (const [id, { users }] of pools) {
        users.clear()
        for (const [userId, user] of saved.get(id) ?? []) users.set(userId, user)
      }
    },
  }
}
