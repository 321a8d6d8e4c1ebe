import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import type { ApiErrorCode } from '#shared/contract/api-errors.ts'
import type { Operation, RateLimit } from '#shared/contract/operation.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import { rateSubject } from '#platform/http/rate-limit.ts'
import { keys } from '#platform/table/keys.ts'
import type * as TableModule from '#platform/table/table.ts'
import type { Table } from '#platform/table/table.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { passSecondFactor } from '#test/kit/in-memory/step-up.ts'
import { openWorld, type World } from '../world.ts'
import { bodiesFor, wrongBodiesFor } from './bodies.ts'
import { loadHandler, mockAws, requestEvent, sampleClient } from './functions.ts'
import { sampleBodyOf } from './sample-body.ts'
import { database } from './shared-database.ts'

vi.mock('#platform/table/table.ts', async (importOriginal) => {
  const original = await importOriginal<typeof TableModule>()
  const { memoryClient } = await import('#test/kit/in-memory/memory-client.ts')
  const shared = await import('./shared-database.ts')
  class SharedTable extends original.Table {
    constructor(client = memoryClient(shared.database), name = 'table') {
      super(client, name)
    }
  }
  return { ...original, Table: SharedTable }
})

/** `FUZZ_RUNS=200` sends more bodies to each operation. The failed body is printed. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 50)
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000_000)

let stripe: World
let aws: ReturnType<typeof mockAws>
beforeAll(async () => {
  process.env['SITE_URL'] = 'http://localhost:3000'
  stripe = await openWorld()
  aws = mockAws()
})
afterAll(() => stripe.close())
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

/** Everything that is stored, except the counters of rate limits, which rejected requests change too. */
const stored = () => JSON.stringify(database.all().filter(({ entity }) => entity?.['S'] !== 'rate'))

interface Sent {
  readonly contentType?: string
  /** Changes the empty service, or its caller, before the request. */
  readonly prepare?: (caller: {
    readonly table: Table
    readonly userId: string
    readonly now: Date
  }) => Promise<unknown>
}

/** Sends a body as a permitted caller to an otherwise empty service. */
const send = async (operation: Operation, body: string, { contentType, prepare }: Sent = {}) => {
  const handler = await loadHandler(operation)
  database.clear()
  aws.reset()
  const now = new Date()
  const { account, table } = inMemory({ now, database })
  const { userId } = await account({ plan: 'monthly' })
  await passSecondFactor(table, userId, now)
  await prepare?.({ table, userId, now })
  const before = stored()
  const reply = await handler(requestEvent(operation, { body, userId, now, contentType }), {})
  return { ...reply, wrote: stored() !== before, changes: aws.changes() }
}

const byName = operations.map((operation) => [operation.name, operation] as const)

describe(`${runs} generated bodies (seed ${seed})`, () => {
  test.each(byName)(
    '%s returns no 5xx and no internals, and writes nothing when it rejects',
    async (_name, operation) => {
      const statuses: number[] = []
      for (const body of fc.sample(bodiesFor(operation), { numRuns: runs, seed })) {
        const { statusCode, body: text = '', wrote, changes } = await send(operation, body)
        statuses.push(statusCode)
        const sent = JSON.stringify(body)
        expect(statusCode, sent).toBeLessThan(500)
        if (statusCode < 400) continue
        expect(text, sent).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|Error:/)
        expect(JSON.parse(text), sent).toMatchObject({ error: { code: expect.any(String) } })
        expect({ wrote, changes }, sent).toEqual({ wrote: false, changes: [] })
      }
      // Otherwise the bodies have tested nothing: the caller was rejected before them.
      expect(statuses.every((status) => status === 401 || status === 403)).toBe(false)
    },
  )
})

describe('every operation', () => {
  const expectError = async (
    reply: ReturnType<typeof send>,
    status: number,
    code: ApiErrorCode,
    sent = '',
  ) => {
    const { statusCode, body = '', headers, wrote, changes } = await reply
    expect({ status: statusCode, body: JSON.parse(body), wrote, changes }, sent).toEqual({
      status,
      body: { error: { code, message: expect.stringMatching(/\S/) } },
      wrote: false,
      changes: [],
    })
    expect(headers, sent).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/\S/),
    })
  }

  test.each(byName)('%s rejects a body that is not JSON', async (_name, operation) => {
    await expectError(send(operation, '{"plan": "monthly"'), 400, 'invalid_json')
  })

  test.each(byName)('%s rejects other content types', async (_name, operation) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      await expectError(send(operation, '{}', { contentType: type }), 415, 'unsupported_media_type', type)
  })

  test.each(byName)('%s rejects a body that is too large', async (_name, operation) => {
    const body = JSON.stringify({ padding: 'x'.repeat(maxBodyBytes) })
    await expectError(send(operation, body), 413, 'payload_too_large')
  })

  test.each(byName)('%s rejects values of the wrong type', async (_name, operation) => {
    for (const value of wrongBodiesFor(operation)) {
      const body = JSON.stringify(value)
      await expectError(send(operation, body), 400, 'validation_failed', body)
    }
  })
})

const limits = operations.flatMap((operation) =>
  operation.limits.filter(({ by }) => by !== 'everyone').map((limit) => ({ operation, limit })),
)

describe('every limited operation', () => {
  /** Stores that a caller has used all but `left` of the requests of a limit, also in its next window. */
  const useUp =
    (operation: Operation, limit: RateLimit, left: number): Sent['prepare'] =>
    async ({ table, userId, now }) => {
      const subjects = { user: userId, client: sampleClient, email: 'nadia@people.example', everyone: '' }
      const window = Math.floor(now.getTime() / 1000 / limit.windowSeconds)
      for (const at of [window, window + 1])
        await table.put(keys.rate(operation.name, rateSubject(limit, subjects[limit.by]), at), {
          entity: 'rate',
          count: limit.max - left,
          expires_at_epoch_seconds: 0,
        })
    }

  test.each(limits.map(({ operation, limit }) => [operation.name, limit, operation] as const))(
    '%s rejects more requests than %o',
    async (_name, limit, operation) => {
      const body = sampleBodyOf(operation)
      const last = await send(operation, body, { prepare: useUp(operation, limit, 1) })
      expect(last.statusCode).not.toBe(429)
      const next = await send(operation, body, { prepare: useUp(operation, limit, 0) })
      expect({ ...next, body: JSON.parse(next.body ?? '') }).toMatchObject({
        statusCode: 429,
        body: { error: { code: 'rate_limited' } },
        wrote: false,
        changes: [],
      })
      expect(Number(next.headers?.['retry-after'])).toBeGreaterThan(0)
    },
  )
})
