import { CognitoError, invalidParameter } from './errors.ts'
import { findUser, type Pool } from './pools.ts'
import type { User } from './user.ts'

export interface Attribute {
  readonly Name: string
  readonly Value: string
}

/** The standard attributes of every pool. Custom attributes are not supported. */
const standard = new Set(
  (
    'address birthdate email email_verified family_name gender given_name locale middle_name name nickname ' +
    'phone_number phone_number_verified picture preferred_username profile updated_at website zoneinfo'
  ).split(' '),
)

const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value)

/** Lists the attributes in response order: `sub` first. */
export const listAttributes = (user: User): Attribute[] => [
  { Name: 'sub', Value: user.id },
  ...Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
]

/** Validates attributes against the standard schema. */
export const readAttributes = (attributes: readonly Attribute[]): Record<string, string> => {
  const values = Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))
  for (const name of Object.keys(values))
    if (!standard.has(name))
      throw invalidParameter(
        name === 'sub'
          ? 'Cannot modify the non-mutable attribute sub'
          : `Attributes did not conform to the schema: Type for attribute {${name}} could not be determined`,
      )
  if (values['email'] !== undefined && !isEmail(values['email']))
    throw invalidParameter('Invalid email address format.')
  return values
}

/**
 * Applies changes to the attributes of a user. Rejects another user's email address. A new address is
 * unverified unless the same change verifies it. An empty value removes an attribute.
 */
export const changedAttributes = (pool: Pool, user: User, changes: Record<string, string>) => {
  const email = changes['email']
  const owner = email === undefined ? undefined : findUser(pool, email)
  if (owner && owner !== user)
    throw new CognitoError('AliasExistsException', 'An account with the given email already exists.')
  const isNew = email !== undefined && email !== user.attributes['email']
  const merged = { ...user.attributes, ...(isNew && { email_verified: 'false' }), ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
