import { expect, test } from 'vitest'
import { operations } from '../../shared/contract/index.ts'
import { type CallerKind, type Operation, pathOf } from '../../shared/contract/operation.ts'
import { callRaw } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { bearer } from './callers.ts'

interface Role {
  readonly name: string
  /** The operations that open to it. */
  readonly opens: readonly CallerKind[]
  readonly headers: () => Promise<Record<string, string>>
}

const withToken = async (person: Promise<{ accessToken: string }>) => bearer((await person).accessToken)

const roles: readonly Role[] = [
  { name: 'nobody', opens: ['anyone', 'eitherWay'], headers: async () => ({}) },
  {
    name: 'somebody with an invented token',
    opens: ['anyone'],
    headers: async () => bearer('invented.token.here'),
  },
  { name: 'an ID token', opens: ['anyone'], headers: async () => bearer((await given.user()).idToken) },
  { name: 'a user', opens: ['anyone', 'eitherWay', 'signedIn'], headers: () => withToken(given.user()) },
  {
    name: 'a member',
    opens: ['anyone', 'eitherWay', 'signedIn', 'member'],
    headers: () => withToken(given.monthlyMember()),
  },
  {
    name: 'an admin',
    opens: ['anyone', 'eitherWay', 'signedIn', 'member', 'admin'],
    headers: () => withToken(given.admin()),
  },
]

const shared = new Map<Role, Promise<Record<string, string>>>()

/**
 * Where the caller is turned away, or does not matter, nothing happens to them, and one person for each role will do.
 * Where they are let in they may sign themselves out or be limited: somebody new each time.
 */
const headersFor = (operation: Operation, role: Role): Promise<Record<string, string>> => {
  if (operation.caller !== 'anyone' && role.opens.includes(operation.caller)) return role.headers()
  const headers = shared.get(role) ?? role.headers()
  shared.set(role, headers)
  return headers
}

/** An empty body: what needs one refuses it after it has let the caller in, and nothing happens. */
const statusFor = async (operation: Operation, role: Role): Promise<number> => {
  const headers = { 'content-type': 'application/json', ...(await headersFor(operation, role)) }
  return (await callRaw(pathOf(operation), { headers, body: '{}' })).status
}

interface Cell {
  readonly operation: Operation
  readonly role: Role
}

// Each caller is somebody of their own, or somebody who is only turned away: they can ask at the same time.
const cells = operations.flatMap((operation) => roles.map((role): Cell => ({ operation, role })))
const isOpen = ({ operation, role }: Cell) => role.opens.includes(operation.caller)
/** A user has shown who they are, which may not be enough; the others have not. */
const isKnown = ({ role }: Cell) => role.opens.includes('signedIn')

const named = (some: readonly Cell[]) =>
  some.map(({ operation, role }) => [operation.name, role.name, operation, role] as const)

test.concurrent.each(named(cells.filter(isOpen)))('%s lets %s in', async (_name, _who, operation, role) => {
  expect([200, 400, 404, 409]).toContain(await statusFor(operation, role))
})

test.concurrent.each(named(cells.filter((cell) => !isOpen(cell) && isKnown(cell))))(
  '%s turns %s away as not enough',
  async (_name, _who, operation, role) => {
    expect(await statusFor(operation, role)).toBe(403)
  },
)

test.concurrent.each(named(cells.filter((cell) => !isOpen(cell) && !isKnown(cell))))(
  '%s turns %s away as unknown',
  async (_name, _who, operation, role) => {
    // The gateway answers 403 to a good token without the scope of an access token.
    const expected = role.name === 'an ID token' ? [401, 403] : [401]
    expect(expected).toContain(await statusFor(operation, role))
  },
)
