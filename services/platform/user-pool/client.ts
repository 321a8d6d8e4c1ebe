import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { env } from '../env.ts'

/** One client for the life of the function. Endpoint and region come from the environment. */
export const userPoolClient = new CognitoIdentityProviderClient({})

export const pool = () => ({ UserPoolId: env('USER_POOL_ID') })
