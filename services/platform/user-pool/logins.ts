import {
  AdminGetUserCommand,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { pool, userPoolClient } from './client.ts'

/** Reads which users the pool has, without anything about them. */
export const logins = {
  /** Returns the ids of all users, also of those who never confirmed their address. */
  async listIds(): Promise<string[]> {
    const ids: string[] = []
    const request = { ...pool(), AttributesToGet: ['sub'] }
    for await (const { Users } of paginateListUsers({ client: userPoolClient }, request))
      ids.push(...(Users ?? []).flatMap(({ Attributes }) => Attributes?.[0]?.Value ?? []))
    return ids
  },

  async exists(userId: string): Promise<boolean> {
    try {
      await userPoolClient.send(new AdminGetUserCommand({ ...pool(), Username: userId }))
      return true
    } catch (error) {
      if (error instanceof UserNotFoundException) return false
      throw error
    }
  },
}

export type Logins = typeof logins
