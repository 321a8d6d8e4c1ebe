import {
  AdminListGroupsForUserCommand,
  paginateListUsersInGroup,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { pool, userPoolClient } from './client.ts'

/** The Cognito group of admins. */
export const adminGroup = 'admin'

/**
 * Checks whether a user is an admin now. Queries Cognito on every call, because a former admin must lose access
 * immediately, although the token still names the group. Returns false for a user whose login was deleted.
 *
 * @param maxMs time after which this throws. Default: as long as Cognito takes
 */
export const isAdminNow = async (userId: string, maxMs?: number): Promise<boolean> => {
  try {
    const { Groups } = await userPoolClient().send(
      new AdminListGroupsForUserCommand({ ...pool(), Username: userId }),
      maxMs === undefined ? {} : { abortSignal: AbortSignal.timeout(maxMs) },
    )
    return (Groups ?? []).some((group) => group.GroupName === adminGroup)
  } catch (error) {
    // Users can delete their own login at Cognito. Their access token stays valid for up to 15 minutes.
    if (error instanceof UserNotFoundException) return false
    throw error
  }
}

/** Returns the ids of all current admins. */
export const adminIds = async (): Promise<string[]> => {
  const ids: string[] = []
  const pages = paginateListUsersInGroup({ client: userPoolClient() }, { ...pool(), GroupName: adminGroup })
  for await (const { Users } of pages) ids.push(...(Users ?? []).flatMap(({ Username }) => Username ?? []))
  return ids
}
