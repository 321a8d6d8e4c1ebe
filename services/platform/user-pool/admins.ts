import {
  AdminListGroupsForUserCommand,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider'
import { pool, userPoolClient } from './client.ts'

export const adminGroup = 'admin'

/**
 * Is the person an admin at this moment? Asked of the pool at each call, because the groups in a token are
 * those of the sign-in: a demoted admin must be refused at once.
 */
export const isAdminNow = async (userId: string): Promise<boolean> => {
  const { Groups } = await userPoolClient.send(
    new AdminListGroupsForUserCommand({ ...pool(), Username: userId }),
  )
  return (Groups ?? []).some((group) => group.GroupName === adminGroup)
}

/** Everybody who is an admin at this moment, by id. */
export const adminIds = async (): Promise<string[]> => {
  const ids: string[] = []
  const pages = paginateListUsersInGroup({ client: userPoolClient }, { ...pool(), GroupName: adminGroup })
  for await (const { Users } of pages) ids.push(...(Users ?? []).flatMap(({ Username }) => Username ?? []))
  return ids
}
