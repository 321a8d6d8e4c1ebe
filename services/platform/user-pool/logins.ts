import { paginateListUsers, type UserType } from '@aws-sdk/client-cognito-identity-provider'
import { findUser, isPlaceholder } from './accounts.ts'
import { pool, userPoolClient } from './client.ts'

/** A user of the pool. */
export interface Login {
  readonly userId: string
  readonly createdAt: Date
  /** True if the user may sign in with an address. False from the sign-up until its address is confirmed. */
  readonly hasAddress: boolean
}

const loginOf = ({ Attributes = [], UserCreateDate: createdAt }: UserType): Login => {
  const valueOf = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value
  const [userId, email] = [valueOf('sub'), valueOf('email')]
  if (userId === undefined || createdAt === undefined)
    throw new Error('Cognito returned a user without an id')
  return { userId, createdAt, hasAddress: email === undefined || !isPlaceholder(email) }
}

/** Reads which users the pool has. */
export const logins = {
  /** Returns all users, including those who never confirmed their address. */
  async list(): Promise<Login[]> {
    const found: Login[] = []
    const request = { ...pool(), AttributesToGet: ['sub', 'email'] }
    for await (const { Users } of paginateListUsers({ client: userPoolClient() }, request))
      found.push(...(Users ?? []).map(loginOf))
    return found
  },

  async exists(userId: string): Promise<boolean> {
    return (await findUser(userId)) !== undefined
  },
}

export type Logins = typeof logins
