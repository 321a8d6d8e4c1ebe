import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { functions } from '#lib/functions.ts'
import { operations } from '#shared/contract/index.ts'
import * as paths from '#shared/values/site-map.ts'
import { accessOf, type Role, roles, statusesFor } from '#test/kit/roles.ts'
import { collectLog } from '../checked-log.ts'
import { mockAws } from '../fuzz/functions.ts'
import { openWorld, type World } from '../world.ts'
import { createTokenOf, openService } from './role-tokens.ts'
import { statusOf, statusWith, tokenVariables } from './site.ts'

const admins = new Set<string>()

let stripe: World
let aws: ReturnType<typeof mockAws>
beforeAll(async () => {
  // A stage without a chat provider.
  const variables = { SITE_URL: 'http://localhost:3000', CHAT_PROVIDER: 'none', CHAT_API_BASE: '' }
  for (const [name, value] of Object.entries({ ...tokenVariables, ...variables })) vi.stubEnv(name, value)
  stripe = await openWorld()
  aws = mockAws({ isAdmin: (userId) => admins.has(userId) })
})
afterAll(async () => {
  await stripe.close()
  aws.restore()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
let log: ReturnType<typeof collectLog>
beforeEach(() => {
  log = collectLog()
})
afterEach(() => {
  log.expectNoLeaks()
})

const cells = operations.flatMap((operation) =>
  roles.map((role) => ({ operation, role, access: accessOf(operation, role) })),
)

/** Sends an empty body as the only user of the service. */
const statusFor = async (operation: (typeof operations)[number], role: Role): Promise<number> =>
  statusOf(operation, await createTokenOf[role](openService(admins)))

describe('role matrix of the deployed handlers behind the gateway', () => {
  test.each(cells.map((cell) => [cell.operation.name, cell.access, cell.role, cell] as const))(
    '%s: %s for %s',
    async (_name, _access, _role, { operation, role }) => {
      expect(statusesFor(operation, role)).toContain(await statusFor(operation, role))
    },
  )

  const optionalAuth = operations.filter(({ caller }) => caller === 'optionalAuth')

  test.each(optionalAuth.map((operation) => [operation.name, operation] as const))(
    '%s rejects an authorization that is not a bearer token, instead of treating the request as anonymous',
    async (_name, operation) => {
      for (const authorization of ['Basic eA==', 'Bearer ', 'Bearer a b', 'x'])
        expect(await statusWith(operation, authorization)).toBe(401)
    },
  )

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
