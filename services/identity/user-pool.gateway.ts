import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  NotAuthorizedException,
  UsernameExistsException,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { env } from '../platform/env.ts'

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
}

const subOf = (attributes: readonly AttributeType[] | undefined): string => {
  const sub = attributes?.find((attribute) => attribute.Name === 'sub')?.Value
  if (sub === undefined) throw new Error('The user pool answered without a sub')
  return sub
}

/** What this domain asks of the user pool, in its own words. */
export const userPoolGateway = (client: CognitoIdentityProviderClient) => {
  const pool = () => ({ UserPoolId: env('USER_POOL_ID') })
  return {
    /** Makes the user, without a mail from the pool; answers the id of the one that is there already. */
    async create(email: string): Promise<{ userId: string; isNew: boolean }> {
      try {
        const { User } = await client.send(
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
        const { UserAttributes } = await client.send(new AdminGetUserCommand({ ...pool(), Username: email }))
        return { userId: subOf(UserAttributes), isNew: false }
      }
    },

    async setPassword(userId: string, password: string): Promise<void> {
      await client.send(
        new AdminSetUserPasswordCommand({ ...pool(), Username: userId, Password: password, Permanent: true }),
      )
    },

    async markVerified(userId: string): Promise<void> {
      await client.send(
        new AdminUpdateUserAttributesCommand({
          ...pool(),
          Username: userId,
          UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
        }),
      )
    },

    /**
     * Signs a person in by the token of their link. The pool asks our own triggers, which use the token up;
     * `undefined` when they refuse it, because it was used, ran out or belongs to somebody else.
     */
    async signInByLink(userId: string, token: string): Promise<Tokens | undefined> {
      const app = { ...pool(), ClientId: env('USER_POOL_CLIENT_ID') }
      try {
        const { Session } = await client.send(
          new AdminInitiateAuthCommand({
            ...app,
            AuthFlow: 'CUSTOM_AUTH',
            AuthParameters: { USERNAME: userId },
          }),
        )
        const { AuthenticationResult } = await client.send(
          new AdminRespondToAuthChallengeCommand({
            ...app,
            ChallengeName: 'CUSTOM_CHALLENGE',
            Session,
            ChallengeResponses: { USERNAME: userId, ANSWER: token },
          }),
        )
        const { AccessToken, RefreshToken, ExpiresIn } = AuthenticationResult ?? {}
        if (AccessToken === undefined || RefreshToken === undefined || ExpiresIn === undefined)
          return undefined
        return { accessToken: AccessToken, refreshToken: RefreshToken, expiresInSeconds: ExpiresIn }
      } catch (fault) {
        if (fault instanceof NotAuthorizedException) return undefined
        throw fault
      }
    },

    /** Ends every refresh token of the person. */
    async signOutEverywhere(userId: string): Promise<void> {
      await client.send(new AdminUserGlobalSignOutCommand({ ...pool(), Username: userId }))
    },
  }
}

export type UserPoolGateway = ReturnType<typeof userPoolGateway>
