import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { env } from '../env.ts'
import { sdkSettings } from '../sdk-settings.ts'

let client: CognitoIdentityProviderClient | undefined

/**
 * Returns the client, one per function instance, with endpoint and region from the environment. Creates it on first
 * use: some functions call Cognito only for admins, and creating a client takes 2 ms.
 */
export const userPoolClient = (): CognitoIdentityProviderClient =>
  (client ??= new CognitoIdentityProviderClient(sdkSettings))

/** The user pool parameter of every Cognito call. */
export const pool = () => ({ UserPoolId: env('USER_POOL_ID') })
