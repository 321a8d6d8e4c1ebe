import {
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { env } from './env.ts'

/** One client for the life of the function. Endpoint and region come from the environment. */
export const userPoolClient = new CognitoIdentityProviderClient({})

export const adminGroup = 'admin'

/**
 * Is the person an admin at this moment? Asked of the pool at each call, because the groups in a token are
 * those of the sign-in: a demoted admin must be refused at once.
 */
export const isAdminNow = async (userId: string): Promise<boolean> => {
  const { Groups } = await userPoolClient.send(
    new AdminListGroupsForUserCommand({ UserPoolId: env('USER_POOL_ID'), Username: userId }),
  )
  return (Groups ?? []).some((group) => group.GroupName === adminGroup)
}
