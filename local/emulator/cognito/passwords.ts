import type { CognitoContext } from './context.ts'
import { CognitoError, invalidParameter } from './errors.ts'
import type { Pool } from './pools.ts'
import type { User } from './user.ts'
import { createCredential } from './srp.ts'

/** The API model's limits for every password, before any pool policy. */
const allowedPattern = /^\S+.*\S+$/
const maxLength = 256

/** Rejects passwords that the API or the pool's policy does not allow. */
export const checkPassword = (pool: Pool, password: string): void => {
  if (password.length > maxLength)
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length less than or equal to 256",
    )
  if (password.length < pool.definition.minPasswordLength)
    throw new CognitoError(
      'InvalidPasswordException',
      'Password did not conform with policy: Password not long enough',
    )
  if (!allowedPattern.test(password))
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    )
}

export const setPassword = (
  context: CognitoContext,
  pool: Pool,
  user: User,
  password: string,
  status: User['status'],
): void => {
  checkPassword(pool, password)
  user.credential = createCredential(pool.definition.id, user.id, password)
  user.status = status
  user.modifiedAt = context.clock.now()
}
