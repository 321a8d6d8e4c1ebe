import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClock } from '#local/kit/clock.ts'
import { createFaults } from '#local/kit/faults.ts'
import { createFunctions, type Functions } from './functions.ts'
import { createLogStore } from './log-store.ts'
import { buildWorkerFile } from './worker-file.ts'

/** A function with one action for each test case. */
const bundle = `
let calls = 0
class Moment extends Date {}
const acts = {
  count: () => ++calls,
  env: () => process.env,
  dates: () => ({
    now: Date.now(), made: new Date().getTime(), text: Date().slice(-5), given: new Date(5).getTime(),
    is: new Date() instanceof Date, sub: new Moment() instanceof Date && new Moment().getTime(),
    copy: new (new Date().constructor)(7).getTime(), parsed: Date.parse('2026-01-01T00:00:00Z'),
  }),
  context: (event, context) => ({ ...context, left: context.getRemainingTimeInMillis() }),
  fail: () => { throw new RangeError('broken') },
  hang: () => new Promise(() => {}),
  spin: () => { for (;;); },
  text: (event) => 'é'.repeat(event.letters),
  exit: () => process.exit(3),
  slow: async (event) => { console.log('slow one'); await new Promise((done) => setTimeout(done, event.ms)); return ++calls },
}
export const handler = async (event, context) => acts[event.act](event, context)
`

const clock = createClock()
const faults = createFaults()
const logs = createLogStore(clock.now)
let folder = ''
let functions: Functions
/** Names of the functions whose bundle was requested, once per request. */
const requested: string[] = []

const definition = (name: string, extra: object = {}) => ({
  name,
  arn: `arn:${name}`,
  bundle: join(folder, `${name === 'broken' ? 'broken' : 'index'}.mjs`),
  handler: 'handler',
  environment: { TABLE_NAME: 'table' },
  timeoutMs: 400,
  memoryMb: 128,
  reservedConcurrency: undefined,
  ...extra,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-'))
  await writeFile(join(folder, 'index.mjs'), bundle)
  await writeFile(join(folder, 'broken.mjs'), 'throw new Error("no variable")')
  const definitions = [
    definition('one'),
    definition('patient', { timeoutMs: 10_000 }),
    definition('reserved', { timeoutMs: 10_000, reservedConcurrency: 1 }),
    definition('broken'),
  ]
  functions = createFunctions(definitions, {
    workerFile: await buildWorkerFile(),
    clock,
    logs,
    faults,
    whenReady: async (name) => requested.push(name),
  })
})

afterAll(async () => {
  await functions.stop()
  await rm(folder, { recursive: true })
})

const run = (name: string, event: object) => functions.invoke(`arn:${name}`, event)
const payloadOf = async (name: string, event: object): Promise<unknown> => {
  const outcome = await run(name, event)
  if (!outcome.ok) throw new Error(outcome.error.errorMessage)
  return outcome.payload
}

describe('Lambda functions', () => {
  test('reuses a warm environment for later calls', async () => {
    const first = Number(await payloadOf('patient', { act: 'count' }))
    expect(await payloadOf('patient', { act: 'count' })).toBe(first + 1)
  })

  test('runs concurrent calls in separate environments', async () => {
    const replies = await Promise.all([1, 2].map(() => payloadOf('patient', { act: 'slow', ms: 100 })))
    expect(replies).toHaveLength(2)
    expect(logs.read('patient').filter(({ text }) => text === 'slow one').length).toBeGreaterThanOrEqual(2)
  })

  test('passes a function its own environment variables only', async () => {
    expect(await payloadOf('patient', { act: 'env' })).toEqual({ TABLE_NAME: 'table' })
  })

  test('runs an updated function with its new environment', async () => {
    const before = await payloadOf('patient', { act: 'env' })
    const changed = { timeoutMs: 10_000, environment: { TABLE_NAME: 'other' } }
    functions.update([definition('patient', changed)])
    expect(await payloadOf('patient', { act: 'env' })).toEqual({ TABLE_NAME: 'other' })
    functions.update([definition('patient', { timeoutMs: 10_000 })])
    expect(await payloadOf('patient', { act: 'env' })).toEqual(before)
    expect(() => functions.update([definition('unknown')])).toThrow('No function has the ARN')
  })

  test('shifts the current date of the function with the clock, and no other dates', async () => {
    clock.set(new Date('2031-05-01T12:00:00Z'))
    const dates = await payloadOf('patient', { act: 'dates' })
    clock.reset()
    const near = (value: unknown) => Math.abs(Number(value) - Date.parse('2031-05-01T12:00:00Z')) < 10_000
    expect(dates).toMatchObject({ given: 5, copy: 7, is: true, parsed: Date.parse('2026-01-01T00:00:00Z') })
    for (const key of ['now', 'made', 'sub'] as const)
      expect(near(Reflect.get(Object(dates), key))).toBe(true)
  })

  test('passes the function its name and remaining time', async () => {
    const context = await payloadOf('patient', { act: 'context' })
    expect(context).toMatchObject({
      functionName: 'patient',
      invokedFunctionArn: 'arn:patient',
      memoryLimitInMB: '128',
    })
    expect(Number(Reflect.get(Object(context), 'left'))).toBeGreaterThan(5000)
  })

  test('returns the error of a handler and continues', async () => {
    expect(await run('patient', { act: 'fail' })).toMatchObject({
      ok: false,
      error: { errorType: 'RangeError', errorMessage: 'broken' },
    })
    expect((await run('patient', { act: 'count' })).ok).toBe(true)
  })

  test.each(['hang', 'spin'])('stops a running function (%s) at its timeout', async (act) => {
    expect(await run('one', { act })).toMatchObject({ ok: false, error: { errorType: 'Sandbox.Timedout' } })
  })

  test('continues after a function exits its process', async () => {
    expect(await run('one', { act: 'exit' })).toMatchObject({
      ok: false,
      error: { errorType: 'Runtime.ExitError' },
    })
    expect((await run('patient', { act: 'count' })).ok).toBe(true)
  })

  test('rejects a response of more than 6 MB, as Lambda does', async () => {
    // JSON adds two quotation marks, and each letter has two bytes.
    const largest = (6_291_556 - 2) / 2
    expect((await run('patient', { act: 'text', letters: largest })).ok).toBe(true)
    expect(await run('patient', { act: 'text', letters: largest + 1 })).toMatchObject({
      ok: false,
      error: { errorType: 'Function.ResponseSizeTooLarge' },
    })
  })

  test('returns an error if a bundle cannot be loaded', async () => {
    expect(await run('broken', {})).toMatchObject({ ok: false, error: { errorMessage: 'no variable' } })
  })

  test('throttles calls beyond the reserved concurrency', async () => {
    const busy = run('reserved', { act: 'slow', ms: 200 })
    expect(await run('reserved', { act: 'count' })).toMatchObject({
      error: { errorType: 'TooManyRequestsException' },
    })
    expect((await busy).ok).toBe(true)
  })

  test('applies a fault to a call as often as configured', async () => {
    faults.set([
      { service: 'lambda', action: 'patient', error: 'Unknown', times: 1 },
      { service: 'lambda', action: 'patient', error: 'kill', delayMs: 20, times: 1 },
      { service: 'lambda', action: 'patient', dropResponse: true, times: 1 },
    ])
    const errors: unknown[] = []
    for (const act of ['count', 'hang', 'count']) {
      const outcome = await run('patient', { act })
      errors.push(outcome.ok ? 'ok' : outcome.error.errorType)
    }
    expect(errors).toEqual(['Unknown', 'Runtime.ExitError', 'Runtime.ExitError'])
    expect((await run('patient', { act: 'count' })).ok).toBe(true)
  })

  test('waits for the bundle, and loads it again after a recycle', async () => {
    const readyBefore = requested.filter((name) => name === 'patient').length
    await payloadOf('patient', { act: 'count' })
    functions.recycle()
    const counts = [
      await payloadOf('patient', { act: 'count' }),
      await payloadOf('patient', { act: 'count' }),
    ]
    expect(counts).toEqual([1, 2])
    expect(requested.filter((name) => name === 'patient')).toHaveLength(readyBefore + 3)
  })
})
