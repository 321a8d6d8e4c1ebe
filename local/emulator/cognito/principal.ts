import { createHmac } from 'node:crypto'
import type { UserPoolClientDefinition } from './types.ts'
import { notAuthorised, unsupported, userNotFound, wrongPassword } from './errors.ts'
import { findUser, type Pool } from './pools.ts'
import type { User } from './user.ts'
import { createCredential, type SrpCredential } from './srp.ts'
import type { CognitoContext } from './context.ts'

/** A sign-in attempt through an app client. */
export interface Principal {
  readonly pool: Pool
  readonly client: UserPoolClientDefinition
  /** Undefined for an unknown name. All other fields then look like those of an existing user. */
  readonly user: User | undefined
  readonly userId: string
  readonly credential: SrpCredential
  readonly submittedName: string
}

/** Generates an identity for an unknown name. The same name always gets the same id and salt. */
const fakeIdentity = ({ fakeIdentityKey }: CognitoContext, pool: Pool, name: string) => {
  const derive = (purpose: string) =>
    createHmac('sha256', fakeIdentityKey)
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

/** Finds the user of a name. Rejects an unknown name only if the client may disclose it. */
export const findPrincipal = (
  context: CognitoContext,
  client: UserPoolClientDefinition,
  name: string,
): Principal => {
  const pool = context.pools.get(client.userPoolId)
  const user = findUser(pool, name)
  if (user) return { pool, client, user, userId: user.id, credential: user.credential, submittedName: name }
  if (!client.preventUserExistenceErrors) throw userNotFound()
  return { pool, client, user, ...fakeIdentity(context, pool, name), submittedName: name }
}

/**
 * Counts a password attempt and rejects a wrong password. Does not run `check` while the user is locked out.
 */
export const attemptPassword = (context: CognitoContext, userId: string, check: () => boolean): void => {
  if (context.lockout.locked(userId)) throw notAuthorised('Password attempts exceeded')
  if (!check()) {
    context.lockout.failed(userId)
    throw wrongPassword()
  }
  context.lockout.succeeded(userId)
}

/** Rejects users who authenticated but may not receive tokens. */
export const requireTokenEligible = (user: User | undefined, by: 'password' | 'custom'): User => {
  if (!user) throw wrongPassword()
  if (!user.enabled) throw notAuthorised('User is disabled.')
  if (by === 'password' && user.status === 'FORCE_CHANGE_PASSWORD')
    throw unsupported('the challenge NEW_PASSWORD_REQUIRED')
  return user
}

/** Checks that a challenge response has the name that the challenge was issued to. */
export const isChallengedUser = (
  pool: Pool,
  given: string | undefined,
  of: { userId: string; submittedName: string },
) =>
  given !== undefined &&
  (given === of.userId ||
    given.toLowerCase() === of.submittedName.toLowerCase() ||
    findUser(pool, given)?.id === of.userId)
