import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import type { Operation } from '#shared/contract/operation.ts'
import type * as TableModule from '#platform/table/table.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { openWorld, type World } from '../world.ts'
import { bodiesFor } from './bodies.ts'
import { loadHandler, mockAws, requestEvent } from './functions.ts'
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

/** Sends a body as a permitted caller to an otherwise empty service. */
const send = async (operation: Operation, handler: Awaited<ReturnType<typeof loadHandler>>, body: string) => {
  database.clear()
  aws.reset()
  const now = new Date()
  const { userId } = await inMemory({ now, database }).account({ plan: 'monthly' })
  const before = stored()
  const reply = await handler(requestEvent(operation, body, userId, now), {})
  return { ...reply, wrote: stored() !== before, changes: aws.changes() }
}

describe(`${runs} generated bodies (seed ${seed})`, () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s returns no 5xx and no internals, and writes nothing when it rejects',
    async (_name, operation) => {
      const handler = await loadHandler(operation)
      for (const body of fc.sample(bodiesFor(operation), { numRuns: runs, seed })) {
        const { statusCode, body: text = '', wrote, changes } = await send(operation, handler, body)
        const sent = JSON.stringify(body)
        expect(statusCode, sent).toBeLessThan(500)
        if (statusCode < 400) continue
        expect(text, sent).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|Error:/)
        expect(JSON.parse(text), sent).toMatchObject({ error: { code: expect.any(String) } })
        expect({ wrote, changes }, sent).toEqual({ wrote: false, changes: [] })
      }
    },
  )
})
