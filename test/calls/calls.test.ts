import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callsOf } from '#bin/tasks/costs/calls.ts'
import { isPublic, type Operation } from '#shared/contract/operation.ts'
import type * as StripeModule from 'stripe'
import type * as TableModule from '#platform/table/table.ts'
import { passSecondFactor } from '#test/kit/in-memory/step-up.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { loadHandler, requestEvent } from '../reliability/fuzz/functions.ts'
import { database, observe } from './observed.ts'
import { type Scenario, scenarios } from './scenarios.ts'

vi.mock('#platform/table/table.ts', async (importOriginal) => {
  const original = await importOriginal<typeof TableModule>()
  const { recordingClient } = await import('./observed.ts')
  class RecordedTable extends original.Table {
    constructor(client = recordingClient, name = 'table') {
      super(client, name)
    }
  }
  return { ...original, Table: RecordedTable }
})

vi.mock('#platform/user-pool/client.ts', async () => {
  const { record } = await import('./observed.ts')
  const responses: Readonly<Record<string, object>> = {
    AdminListGroupsForUserCommand: { Groups: [{ GroupName: 'admin' }] },
    AdminCreateUserCommand: { User: { Attributes: [{ Name: 'sub', Value: 'new-user' }] } },
  }
  return {
    pool: () => ({ UserPoolId: 'pool' }),
    userPoolClient: () => ({
      send: ({ constructor: { name: action }, input }: { input: object }) =>
        record({ service: 'pool', action, input }, async () => responses[action] ?? {}),
    }),
  }
})

vi.mock('stripe', async (importOriginal) => {
  const { recordedStripe } = await import('./recorded-stripe.ts')
  return recordedStripe(await importOriginal<typeof StripeModule>())
})

vi.mock('#platform/secrets.ts', async () => {
  const { record } = await import('./observed.ts')
  const { secretKey } = await import('./recorded-stripe.ts')
  const known = new Map<string, Promise<string>>()
  const read = (input: string) => record({ service: 'secret', action: 'read', input }, async () => secretKey)
  return {
    secret: async (id: string) => {
      const value = known.get(id) ?? read(id)
      known.set(id, value)
      return value
    },
  }
})

// Handlers read these variables when they are imported, or at a request.
process.env['SITE_URL'] = 'http://localhost:3000'
process.env['STRIPE_API_BASE'] = ''
const now = new Date()

/** Creates a caller of each kind, and returns a function that sends their requests. */
const world = async () => {
  database.clear()
  const { account, table } = inMemory({ now, database })
  const users = {
    visitor: '',
    user: (await account()).userId,
    member: (await account({ plan: 'monthly' })).userId,
    admin: (await account()).userId,
  }
  await passSecondFactor(table, users.admin, now)
  return async (operation: Operation, caller: Scenario['caller'], body: object = {}) => {
    const handler = await loadHandler(operation)
    const userId = users[caller]
    const isAdmin = caller === 'admin'
    const event = requestEvent(operation, { body: JSON.stringify(body), userId, now, isAdmin })
    const { statusCode, body: text } = await handler({ ...event, requestId: randomUUID() }, {})
    expect(statusCode, `${operation.name}: ${text}`).toBe(200)
  }
}

beforeEach(() => {
  // Hides the log, which has a line for each request.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterAll(async () => (await import('./recorded-stripe.ts')).closeStripe())

const observeScenario = async ({ operation, caller, body, adds }: Scenario, count: number) => {
  const send = await world()
  for (let n = 0; adds && n < count; n += 1) await send(adds.operation, adds.caller, adds.body(n))
  return observe(() => send(operation, caller, body))
}

describe('the calls of an accepted request', () => {
  test.each(scenarios.map((scenario) => [scenario.operation.name, scenario] as const))(
    'of %s are those of docs/scale.md, and none is repeated',
    async (name, scenario) => {
      const { counts, repeated, accessReads } = await observeScenario(scenario, 2)
      expect(counts).toEqual(callsOf[name])
      expect(repeated).toEqual([])
      expect(accessReads).toBe(isPublic(scenario.operation) ? 0 : 1)
    },
  )

  test.each(
    scenarios.filter(({ adds }) => adds).map((scenario) => [scenario.operation.name, scenario] as const),
  )('of %s are as many for five items as for two', async (name, scenario) => {
    expect((await observeScenario(scenario, 5)).counts).toEqual(callsOf[name])
  })

  test('are counted for every operation that docs/scale.md names', () => {
    expect(scenarios.map(({ operation }) => operation.name).toSorted()).toEqual(
      Object.keys(callsOf).toSorted(),
    )
  })
})
