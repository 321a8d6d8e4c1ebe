import {
  AdminInitiateAuthCommand,
  DeleteUserCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import * as z from 'zod'
import { cloudAccess } from './cloud-access.ts'

const issued = z.object({
  AccessToken: z.string(),
  RefreshToken: z.string().optional(),
})

const connect = async () => {
  const { settings, ...names } = await cloudAccess()
  return { ...names, client: new CognitoIdentityProviderClient(settings) }
}

/** Calls the user pool directly. Each method throws if the pool rejects the call. */
export const pool = {
  /** Signs in with a password. */
  signIn: async (email: string, password: string) => {
    const { userPoolId, userPoolClientId, client } = await connect()
    const { AuthenticationResult } = await client.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId,
        ClientId: userPoolClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    )
    const { AccessToken, RefreshToken } = issued.parse(AuthenticationResult)
    return { accessToken: AccessToken, refreshToken: RefreshToken ?? '' }
  },

  /** Starts a custom sign-in as if with a password, without one. */
  startWithoutPassword: async (email: string) => {
    const { userPoolClientId, client } = await connect()
    const AuthParameters = { USERNAME: email, CHALLENGE_NAME: 'SRP_A', SRP_A: 'ab12' }
    return client.send(
      new InitiateAuthCommand({ ClientId: userPoolClientId, AuthFlow: 'CUSTOM_AUTH', AuthParameters }),
    )
  },

  /** Deletes the user of an access token, as the token allows without our site. */
  deleteOwnUser: async (accessToken: string) => {
    const { client } = await connect()
    await client.send(new DeleteUserCommand({ AccessToken: accessToken }))
  },

  /** Gets new tokens for a refresh token. */
  refresh: async (refreshToken: string) => {
    const { userPoolClientId, client } = await connect()
    const { AuthenticationResult } = await client.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: userPoolClientId, RefreshToken: refreshToken }),
    )
    return { accessToken: issued.parse(AuthenticationResult).AccessToken }
  },
} as const
