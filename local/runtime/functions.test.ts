import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { createFaults } from '../faults.ts'
import { createFunctions, type Functions } from './functions.ts'
import { createLogStore } from './log-store.ts'
import { buildWorkerFile } from './worker-file.ts'

/** A function with a word for each thing that a test wants to see. */
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
/** Functions that were asked for, each time. */
const asked: string[] = []

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
    whenReady: async (name) => asked.push(name),
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

test('reuses a warm environment for one call after another', async () => {
  const first = Number(await payloadOf('patient', { act: 'count' }))
  expect(await payloadOf('patient', { act: 'count' })).toBe(first + 1)
})

test('runs calls that come together in environments of their own', async () => {
  const replies = await Promise.all([1, 2].map(() => payloadOf('patient', { act: 'slow', ms: 100 })))
  expect(replies).toHaveLength(2)
  expect(logs.read('patient').filter(({ text }) => text === 'slow one').length).toBeGreaterThanOrEqual(2)
})

test('gives a function its own environment and nothing of ours', async () => {
  expect(await payloadOf('patient', { act: 'env' })).toEqual({ TABLE_NAME: 'table' })
})

test('moves the function’s dates with the clock, and only those of now', async () => {
  clock.set(new Date('2031-05-01T12:00:00Z'))
  const dates = await payloadOf('patient', { act: 'dates' })
  clock.reset()
  const near = (value: unknown) => Math.abs(Number(value) - Date.parse('2031-05-01T12:00:00Z')) < 10_000
  expect(dates).toMatchObject({ given: 5, copy: 7, is: true, parsed: Date.parse('2026-01-01T00:00:00Z') })
  for (const key of ['now', 'made', 'sub'] as const) expect(near(Reflect.get(Object(dates), key))).toBe(true)
})

test('tells the function who and how long it is', async () => {
  const context = await payloadOf('patient', { act: 'context' })
  expect(context).toMatchObject({
    functionName: 'patient',
    invokedFunctionArn: 'arn:patient',
    memoryLimitInMB: '128',
  })
  expect(Number(Reflect.get(Object(context), 'left'))).toBeGreaterThan(5000)
})

test('reports what a handler throws, and goes on', async () => {
  expect(await run('patient', { act: 'fail' })).toMatchObject({
    ok: false,
    error: { errorType: 'RangeError', errorMessage: 'broken' },
  })
  expect((await run('patient', { act: 'count' })).ok).toBe(true)
})

test.each(['hang', 'spin'])('ends a function that is still at it (%s) at its timeout', async (act) => {
  expect(await run('one', { act })).toMatchObject({ ok: false, error: { errorType: 'Sandbox.Timedout' } })
})

test('survives a function that ends its own process', async () => {
  expect(await run('one', { act: 'exit' })).toMatchObject({
    ok: false,
    error: { errorType: 'Runtime.ExitError' },
  })
  expect((await run('patient', { act: 'count' })).ok).toBe(true)
})

test('reports a bundle that cannot be loaded', async () => {
  expect(await run('broken', {})).toMatchObject({ ok: false, error: { errorMessage: 'no variable' } })
})

test('throttles beyond the reserved number', async () => {
  const busy = run('reserved', { act: 'slow', ms: 200 })
  expect(await run('reserved', { act: 'count' })).toMatchObject({
    error: { errorType: 'TooManyRequestsException' },
  })
  expect((await busy).ok).toBe(true)
})

test('does to a call what a fault says, as often as it says', async () => {
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

test('waits for the bundle, and loads it anew once the old ones are recycled', async () => {
  const readyBefore = asked.filter((name) => name === 'patient').length
  await payloadOf('patient', { act: 'count' })
  functions.recycle()
  const counts = [await payloadOf('patient', { act: 'count' }), await payloadOf('patient', { act: 'count' })]
  expect(counts).toEqual([1, 2])
  expect(asked.filter((name) => name === 'patient')).toHaveLength(readyBefore + 3)
})
