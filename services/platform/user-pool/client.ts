import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { env } from '../env.ts'

/** One client per function instance. Endpoint and region come from the environment. */
export const userPoolClient = new CognitoIdentityProviderClient({})

/** The user pool parameter of every Cognito call. */
export const pool = () => ({ UserPoolId: env('USER_POOL_ID') })
