import { createHmac } from 'node:crypto'
import type { UserPoolClientDefinition } from '../../types.ts'
import { notAuthorised, unsupported, userNotFound, wrongPassword } from './errors.ts'
import { findUser, type Pool, type User } from './pools.ts'
import { createCredential, type SrpCredential } from './srp.ts'
import type { World } from './world.ts'

/** Who is trying to sign in, through which app client. */
export interface Principal {
  readonly pool: Pool
  readonly client: UserPoolClientDefinition
  /** Absent for a name that nobody has; everything else then looks as if somebody had it. */
  readonly user: User | undefined
  readonly userId: string
  readonly credential: SrpCredential
  readonly typedName: string
}

/** A steady invented identity for a name that nobody has: asked twice, it answers the same id and salt. */
const disguise = ({ disguiseKey }: World, pool: Pool, name: string) => {
  const derive = (purpose: string) =>
    createHmac('sha256', disguiseKey)
      .update(`${purpose}:${pool.definition.id}:${name.toLowerCase()}`)
      .digest()
  const id = derive('id')
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  const userId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  const salt = derive('salt').subarray(0, 16)
  const credential = createCredential(pool.definition.id, userId, derive('password').toString('hex'), salt)
  return { userId, credential }
}

/** Finds who a name belongs to; a stranger's name is refused only if the client may tell. */
export const findPrincipal = (world: World, client: UserPoolClientDefinition, name: string): Principal => {
  const pool = world.pools.get(client.userPoolId)
  const user = findUser(pool, name)
  if (user) return { pool, client, user, userId: user.id, credential: user.credential, typedName: name }
  if (!client.preventUserExistenceErrors) throw userNotFound()
  return { pool, client, user, ...disguise(world, pool, name), typedName: name }
}

/** Counts a password attempt and refuses wrong ones; `check` is not run while the user is locked out. */
export const attemptPassword = (world: World, userId: string, check: () => boolean): void => {
  if (world.lockout.locked(userId)) throw notAuthorised('Password attempts exceeded')
  if (!check()) {
    world.lockout.failed(userId)
    throw wrongPassword()
  }
  world.lockout.succeeded(userId)
}

/** Refuses users who proved who they are but may not have tokens. */
export const mayHaveTokens = (user: User | undefined, by: 'password' | 'custom'): User => {
  if (!user) throw wrongPassword()
  if (!user.enabled) throw notAuthorised('User is disabled.')
  if (by === 'password' && user.status === 'FORCE_CHANGE_PASSWORD')
    throw unsupported('the challenge NEW_PASSWORD_REQUIRED')
  return user
}

/** Whether a challenge is answered under the name that it was given to. */
export const sameName = (pool: Pool, given: string | undefined, of: { userId: string; typedName: string }) =>
  given !== undefined &&
  (given === of.userId ||
    given.toLowerCase() === of.typedName.toLowerCase() ||
    findUser(pool, given)?.id === of.userId)
