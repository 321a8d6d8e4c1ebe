import { describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { type CallerKind, type Operation, pathOf } from '#shared/contract/operation.ts'
import { callRaw } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { pool } from '../kit/pool.ts'
import { bearer } from './callers.ts'

interface Role {
  readonly name: string
  /** Kinds of operations that this role may call. */
  readonly permits: readonly CallerKind[]
  readonly headers: () => Promise<Record<string, string>>
}

const withToken = async (user: Promise<{ accessToken: string }>) => bearer((await user).accessToken)

const roles: readonly Role[] = [
  { name: 'no token', permits: ['anyone', 'optionalAuth'], headers: async () => ({}) },
  {
    name: 'an invented token',
    permits: ['anyone'],
    headers: async () => bearer('invented.token.here'),
  },
  { name: 'an ID token', permits: ['anyone'], headers: async () => bearer((await given.user()).idToken) },
  { name: 'a user', permits: ['anyone', 'optionalAuth', 'signedIn'], headers: () => withToken(given.user()) },
  {
    name: 'a member',
    permits: ['anyone', 'optionalAuth', 'signedIn', 'member'],
    headers: () => withToken(given.monthlyMember()),
  },
  {
    name: 'an admin without a second factor',
    permits: ['anyone', 'optionalAuth', 'signedIn', 'member', 'anyAdmin'],
    headers: async () => {
      const { email, password } = await given.admin()
      return withToken(pool.signIn(email, password))
    },
  },
  {
    name: 'an admin',
    permits: ['anyone', 'optionalAuth', 'signedIn', 'member', 'anyAdmin', 'admin'],
    headers: () => withToken(given.admin()),
  },
]

const shared = new Map<Role, Promise<Record<string, string>>>()

/**
 * Returns the headers of a caller with this role. A permitted call may sign the caller out or count against a rate
 * limit, so each gets a new user. Rejected and anonymous calls do not affect the caller, so they share one user.
 */
const headersFor = (operation: Operation, role: Role): Promise<Record<string, string>> => {
  if (operation.caller !== 'anyone' && role.permits.includes(operation.caller)) return role.headers()
  const headers = shared.get(role) ?? role.headers()
  shared.set(role, headers)
  return headers
}

/** Sends an empty body. Operations that need a body reject it after authorisation, so nothing is changed. */
const statusFor = async (operation: Operation, role: Role): Promise<number> => {
  const headers = { 'content-type': 'application/json', ...(await headersFor(operation, role)) }
  return (await callRaw(pathOf(operation), { headers, body: '{}' })).status
}

interface Cell {
  readonly operation: Operation
  readonly role: Role
}

// No two permitted calls share a user, so all requests can run at the same time.
const cells = operations.flatMap((operation) => roles.map((role): Cell => ({ operation, role })))
const isPermitted = ({ operation, role }: Cell) => role.permits.includes(operation.caller)
/** Returns true if the role sends a valid access token. */
const isAuthenticated = ({ role }: Cell) => role.permits.includes('signedIn')

const withNames = (selected: readonly Cell[]) =>
  selected.map(({ operation, role }) => [operation.name, role.name, operation, role] as const)

describe('role matrix', () => {
  test.concurrent.each(withNames(cells.filter(isPermitted)))(
    '%s accepts %s',
    async (_name, _who, operation, role) => {
      expect([200, 400, 404, 409]).toContain(await statusFor(operation, role))
    },
  )

  test.concurrent.each(withNames(cells.filter((cell) => !isPermitted(cell) && isAuthenticated(cell))))(
    '%s returns 403 to %s',
    async (_name, _who, operation, role) => {
      expect(await statusFor(operation, role)).toBe(403)
    },
  )

  test.concurrent.each(withNames(cells.filter((cell) => !isPermitted(cell) && !isAuthenticated(cell))))(
    '%s returns 401 to %s',
    async (_name, _who, operation, role) => {
      // API Gateway returns 403 to a valid token without the scope of an access token.
      const expected = role.name === 'an ID token' ? [401, 403] : [401]
      expect(expected).toContain(await statusFor(operation, role))
    },
  )
})
