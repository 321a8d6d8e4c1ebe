import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  UsernameExistsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { pool, userPoolClient } from './client.ts'

const subOf = (attributes: readonly AttributeType[] | undefined): string => {
  const sub = attributes?.find((attribute) => attribute.Name === 'sub')?.Value
  if (sub === undefined) throw new Error('The user pool answered without a sub')
  return sub
}

/** The people of the user pool: made, verified and signed out by the service itself. */
export const userPoolAccounts = {
  /** Makes the user, without a mail from the pool; answers the id of the one that is there already. */
  async create(email: string): Promise<{ userId: string; isNew: boolean }> {
    try {
      const { User } = await userPoolClient.send(
        new AdminCreateUserCommand({
          ...pool(),
          Username: email,
          MessageAction: 'SUPPRESS',
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'false' },
          ],
        }),
      )
      return { userId: subOf(User?.Attributes), isNew: true }
    } catch (fault) {
      if (!(fault instanceof UsernameExistsException)) throw fault
      const { UserAttributes } = await userPoolClient.send(
        new AdminGetUserCommand({ ...pool(), Username: email }),
      )
      return { userId: subOf(UserAttributes), isNew: false }
    }
  },

  async setPassword(userId: string, password: string): Promise<void> {
    await userPoolClient.send(
      new AdminSetUserPasswordCommand({ ...pool(), Username: userId, Password: password, Permanent: true }),
    )
  },

  async markVerified(userId: string): Promise<void> {
    await userPoolClient.send(
      new AdminUpdateUserAttributesCommand({
        ...pool(),
        Username: userId,
        UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
      }),
    )
  },

  /** Deletes the user, with every refresh token; one who is gone is as good as deleted. */
  async delete(userId: string): Promise<void> {
    try {
      await userPoolClient.send(new AdminDeleteUserCommand({ ...pool(), Username: userId }))
    } catch (fault) {
      if (!(fault instanceof UserNotFoundException)) throw fault
    }
  },

  /** What the pool keeps of the person; nothing of their password can be read. */
  async describe(userId: string) {
    const user = await userPoolClient.send(new AdminGetUserCommand({ ...pool(), Username: userId }))
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

  /** Ends every refresh token of the person. */
  async signOutEverywhere(userId: string): Promise<void> {
    await userPoolClient.send(new AdminUserGlobalSignOutCommand({ ...pool(), Username: userId }))
  },
}

export type UserPoolAccounts = typeof userPoolAccounts
