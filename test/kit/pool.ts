import {
  AdminInitiateAuthCommand,
  DeleteUserCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import * as z from 'zod'
import { control } from './control.ts'

const health = z.object({
  aws: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
})
const operator = z.object({ accessKeyId: z.string(), secretAccessKey: z.string(), sessionToken: z.string() })

const issued = z.object({
  AccessToken: z.string(),
  RefreshToken: z.string().optional(),
})

const connect = async () => {
  const { aws, region, ...app } = await control('GET', 'health', health)
  const credentials = await control('GET', 'operator', operator)
  return { app, client: new CognitoIdentityProviderClient({ endpoint: aws, region, credentials }) }
}

/** Calls the user pool directly. Each method throws if the pool rejects the call. */
export const pool = {
  /** Signs in with a password. */
  signIn: async (email: string, password: string) => {
    const { app, client } = await connect()
    const { AuthenticationResult } = await client.send(
      new AdminInitiateAuthCommand({
        UserPoolId: app.userPoolId,
        ClientId: app.userPoolClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    )
    const { AccessToken, RefreshToken } = issued.parse(AuthenticationResult)
    return { accessToken: AccessToken, refreshToken: RefreshToken ?? '' }
  },

  /** Deletes the user of an access token, as the token allows without our site. */
  deleteOwnUser: async (accessToken: string) => {
    const { client } = await connect()
    await client.send(new DeleteUserCommand({ AccessToken: accessToken }))
  },

  /** Gets new tokens for a refresh token. */
  refresh: async (refreshToken: string) => {
    const { app, client } = await connect()
    const { AuthenticationResult } = await client.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: app.userPoolClientId, RefreshToken: refreshToken }),
    )
    return { accessToken: issued.parse(AuthenticationResult).AccessToken }
  },
} as const
