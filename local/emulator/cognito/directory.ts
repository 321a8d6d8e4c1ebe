import * as z from 'zod'
import { action, onUser, type Action } from './action.ts'
import { userType } from './admin-users.ts'
import { invalidParameter, notFound, unsupported } from './errors.ts'
import { loadUser, type Pool } from './pools.ts'
import type { User } from './user.ts'
import type { CognitoContext } from './context.ts'

const maxPageSize = 60
const page = { Limit: z.int().min(0).max(maxPageSize).default(maxPageSize) }
const OnGroup = z.strictObject({ ...onUser, GroupName: z.string() })
const GroupsOfUser = z.strictObject({ ...onUser, ...page, NextToken: z.string().optional() })
const UsersInGroup = z.strictObject({
  UserPoolId: z.string(),
  GroupName: z.string(),
  ...page,
  NextToken: z.string().optional(),
})
const List = z.strictObject({
  UserPoolId: z.string(),
  Filter: z.string().optional(),
  AttributesToGet: z.array(z.string()).optional(),
  PaginationToken: z.string().optional(),
  ...page,
})

/** Returns one page. The token encodes the start of the next one, opaque to callers as in AWS. */
const paginate = <Item>(items: readonly Item[], limit: number, token: string | undefined) => {
  const start = token === undefined ? 0 : Number(Buffer.from(token, 'base64url').toString('utf8'))
  if (!Number.isInteger(start) || start < 0) throw invalidParameter('Invalid pagination token')
  const end = start + (limit || maxPageSize)
  const next = end < items.length ? Buffer.from(String(end)).toString('base64url') : undefined
  return { items: items.slice(start, end), next }
}

const matcher = (filter: string | undefined): ((user: User) => boolean) => {
  if (!filter) return () => true
  const [, name, comparison, quoted] = /^\s*"?(\w+)"?\s*(\^?=)\s*"(.*)"\s*$/.exec(filter) ?? []
  if (quoted === undefined || (name !== 'email' && name !== 'sub'))
    throw unsupported(`the ListUsers filter ${filter}`)
  const wanted = quoted.replace(/\\(.)/g, '$1').toLowerCase()
  return (user) => {
    const value = (name === 'sub' ? user.id : user.attributes['email'])?.toLowerCase()
    return comparison === '=' ? value === wanted : (value?.startsWith(wanted) ?? false)
  }
}

const checkGroup = (pool: Pool, group: string): void => {
  if (!pool.groups.has(group)) throw notFound('Group not found.')
}

const listUsers = (context: CognitoContext, body: z.output<typeof List>): object => {
  const users = [...context.pools.get(body.UserPoolId).users.values()].filter(matcher(body.Filter))
  const { items, next } = paginate(users, body.Limit, body.PaginationToken)
  const wanted = body.AttributesToGet
  const Users = items.map(userType).map((user) => ({
    ...user,
    Attributes: wanted ? user.Attributes.filter(({ Name }) => wanted.includes(Name)) : user.Attributes,
  }))
  return { Users, ...(next && { PaginationToken: next }) }
}

/** Returns the actions on groups and lists of users. */
export const directoryActions = (context: CognitoContext): Readonly<Record<string, Action>> => {
  const changeGroup = (change: (user: User, group: string) => void): Action =>
    action(OnGroup, ({ UserPoolId, Username, GroupName }) => {
      const pool = context.pools.get(UserPoolId)
      checkGroup(pool, GroupName)
      change(loadUser(pool, Username), GroupName)
      return {}
    })
  return {
    AdminAddUserToGroup: changeGroup((user, group) => void user.groups.add(group)),
    AdminRemoveUserFromGroup: changeGroup((user, group) => void user.groups.delete(group)),
    AdminListGroupsForUser: action(GroupsOfUser, ({ UserPoolId, Username, Limit, NextToken }) => {
      const { groups } = loadUser(context.pools.get(UserPoolId), Username)
      const { items, next } = paginate([...groups], Limit, NextToken)
      const Groups = items.map((GroupName) => ({ GroupName, UserPoolId }))
      return { Groups, ...(next && { NextToken: next }) }
    }),
    ListUsersInGroup: action(UsersInGroup, ({ UserPoolId, GroupName, Limit, NextToken }) => {
      const pool = context.pools.get(UserPoolId)
      checkGroup(pool, GroupName)
      const members = [...pool.users.values()].filter(({ groups }) => groups.has(GroupName))
      const { items, next } = paginate(members, Limit, NextToken)
      return { Users: items.map(userType), ...(next && { NextToken: next }) }
    }),
    ListUsers: action(List, (body) => listUsers(context, body)),
  }
}
