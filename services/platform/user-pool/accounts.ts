import { randomUUID } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AliasExistsException,
  type AttributeType,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { pool, userPoolClient } from './client.ts'

const subOf = (attributes: readonly AttributeType[] | undefined): string => {
  const sub = attributes?.find((attribute) => attribute.Name === 'sub')?.Value
  if (sub === undefined) throw new Error('Cognito returned a user without a sub')
  return sub
}

/** A reserved domain that never receives email (RFC 2606). */
const placeholderDomain = 'sign-up.invalid'

/** Returns whether a user has claimed no address yet. */
export const isPlaceholder = (address: string): boolean => address.endsWith(`@${placeholderDomain}`)

/** Returns false if the user of this call does not exist. */
const ifUserExists = async (call: () => Promise<unknown>): Promise<boolean> => {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof UserNotFoundException) return false
    throw error
  }
}

/** Finds a user by id or address. */
export const findUser = async (username: string) => {
  try {
    return await userPoolClient().send(new AdminGetUserCommand({ ...pool(), Username: username }))
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined
    throw error
  }
}

/** Creates, changes and deletes the users of the Cognito user pool. */
export const userPoolAccounts = {
  /**
   * Creates a user without an email from Cognito, and returns their id. The user has a placeholder instead of their
   * address, because only the owner of an address may claim it: see `claimAddress`.
   */
  async create(): Promise<string> {
    const placeholder = `${randomUUID()}@${placeholderDomain}`
    const { User } = await userPoolClient().send(
      new AdminCreateUserCommand({
        ...pool(),
        Username: placeholder,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: placeholder },
          { Name: 'email_verified', Value: 'false' },
        ],
      }),
    )
    return subOf(User?.Attributes)
  },

  /**
   * Sets a permanent password.
   *
   * @returns false if the user does not exist
   */
  async setPassword(userId: string, password: string): Promise<boolean> {
    const change = { ...pool(), Username: userId, Password: password, Permanent: true }
    return ifUserExists(() => userPoolClient().send(new AdminSetUserPasswordCommand(change)))
  },

  /**
   * Lets a user sign in with this address and marks it as verified. Repeating it changes nothing.
   *
   * @returns `taken` if another user has the address, `gone` if the user does not exist
   */
  async claimAddress(userId: string, email: string): Promise<'claimed' | 'taken' | 'gone'> {
    try {
      await userPoolClient().send(
        new AdminUpdateUserAttributesCommand({
          ...pool(),
          Username: userId,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
        }),
      )
      return 'claimed'
    } catch (error) {
      if (error instanceof AliasExistsException) return 'taken'
      if (error instanceof UserNotFoundException) return 'gone'
      throw error
    }
  },

  /** Finds the id of the user who signs in with this address. */
  async findIdByAddress(email: string): Promise<string | undefined> {
    const user = await findUser(email)
    return user && subOf(user.UserAttributes)
  },

  /** Deletes a user and their refresh tokens. Succeeds if the user does not exist. */
  async delete(userId: string): Promise<void> {
    await ifUserExists(() =>
      userPoolClient().send(new AdminDeleteUserCommand({ ...pool(), Username: userId })),
    )
  },

  /** Returns the pool's record of a user, empty if their login was deleted. Cognito never returns the password. */
  async describe(userId: string) {
    const user = await findUser(userId)
    if (user === undefined) return {}
    const { UserAttributes, UserCreateDate, UserLastModifiedDate, UserStatus, Enabled } = user
    const attributes = UserAttributes?.map(({ Name, Value }) => [Name, Value] as const) ?? []
    return {
      ...Object.fromEntries(attributes),
      status: UserStatus,
      enabled: Enabled,
      created_at: UserCreateDate?.toISOString(),
      changed_at: UserLastModifiedDate?.toISOString(),
    }
  },

  /** Revokes every refresh token of a user. Succeeds if the user does not exist: their tokens are deleted. */
  async signOutEverywhere(userId: string): Promise<void> {
    await ifUserExists(() =>
      userPoolClient().send(new AdminUserGlobalSignOutCommand({ ...pool(), Username: userId })),
    )
  },
}

export type UserPoolAccounts = typeof userPoolAccounts
