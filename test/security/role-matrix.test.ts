import { beforeAll, describe, expect, test } from 'vitest'
import { functions } from '#lib/functions.ts'
import { operations } from '#shared/contract/index.ts'
import { type Operation, pathOf } from '#shared/contract/operation.ts'
import * as paths from '#shared/values/site-map.ts'
import { callRaw } from '../kit/call.ts'
import { type Role, roles } from './roles.ts'

/** Operations after which the caller can make no other call. */
const endsSession = new Set(['sign-out', 'delete-account', 'update-password'])
/** Roles whose rows depend on their subscription or their second factor: each call that could change it gets a new user. */
const hasOwnUserPerCall = new Set(['a user', 'a member', 'an admin without a second factor', 'an admin'])

const shared = new Map<Role, Record<string, string>>()

// One after the other, because the flow of a past-due member moves the clock.
beforeAll(async () => {
  for (const role of roles) shared.set(role, await role.headers())
})

const accessOf = (operation: Operation, { row, exceptions }: Role) =>
  exceptions?.[operation.name] ?? row[operation.caller]

/** Returns whether the empty body of a call can change its caller. An operation that needs a body rejects it first. */
const mayChangeCaller = ({ body }: Operation): boolean => body.safeParse({}).success

/** Returns the headers of a caller with this role. Calls that do not affect their caller share one user. */
const headersFor = async (operation: Operation, role: Role): Promise<Record<string, string>> => {
  const isAccepted = accessOf(operation, role) === 'accepted' && operation.caller !== 'anyone'
  const needsOwnUser =
    endsSession.has(operation.name) || (hasOwnUserPerCall.has(role.name) && mayChangeCaller(operation))
  return isAccepted && needsOwnUser ? role.headers() : (shared.get(role) ?? {})
}

/** Sends an empty body. Authorisation comes before the check of the body. */
const statusFor = async (operation: Operation, role: Role): Promise<number> => {
  const headers = { 'content-type': 'application/json', ...(await headersFor(operation, role)) }
  return (await callRaw(pathOf(operation), { headers, body: '{}' })).status
}

// No two calls that change their caller share a user, so all requests can run at the same time.
const cells = operations.flatMap((operation) => roles.map((role) => ({ operation, role })))

const withAccess = (access: 'accepted' | 401 | 403) =>
  cells
    .filter(({ operation, role }) => accessOf(operation, role) === access)
    .map(({ operation, role }) => [operation.name, role.name, operation, role] as const)

describe('role matrix', () => {
  test.concurrent.each(withAccess('accepted'))('%s accepts %s', async (_name, _who, operation, role) => {
    expect([200, 400, 404, 409]).toContain(await statusFor(operation, role))
  })

  test.concurrent.each(withAccess(403))('%s returns 403 to %s', async (_name, _who, operation, role) => {
    expect(await statusFor(operation, role)).toBe(403)
  })

  test.concurrent.each(withAccess(401))('%s returns 401 to %s', async (_name, _who, operation, role) => {
    // API Gateway returns 403 to a valid token without the scope of an access token.
    const expected = role.name === 'an ID token' ? [401, 403] : [401]
    expect(expected).toContain(await statusFor(operation, role))
  })

  test('has a row for every function that a request can reach', () => {
    const withoutRow = functions.flatMap(({ source }) => {
      if ('operation' in source)
        return cells.filter(({ operation }) => operation.name === source.operation.name).length ===
          roles.length
          ? []
          : [source.operation.name]
      return 'routes' in source ? source.routes.map(({ path }) => path) : []
    })
    // These take no token: a signature, or the single-use token of a link, authenticates the request.
    const withoutToken = new Set<string>([
      paths.verifyLink,
      paths.restorePass,
      paths.stopLibraryEmails,
      `${paths.shortLink}/{token}`,
      paths.stripeWebhook,
      paths.chatWebhook,
      '/{path+}',
    ])
    expect(withoutRow.filter((name) => !withoutToken.has(name))).toEqual([])
  })
})
