import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readAdminCommand } from './admin/run.ts'
import { readDeployOptions } from './deploy/options.ts'
import { readOpsCommand } from './ops/arguments.ts'
import { readSmokeOptions } from './smoke/options.ts'
import { readStripeOptions } from './stripe/options.ts'

const key = { STRIPE_SECRET_KEY: 'sk_test_sample' }

/** Each command of an operator, with its beginning and the way to read its arguments. */
const commands: [name: string, read: (args: string[], env: NodeJS.ProcessEnv) => unknown][] = [
  ['admin', (args, env) => readAdminCommand(['grant', 'avery@admin.example', ...args], env)],
  ['ops', (args, env) => readOpsCommand(['redrive', ...args], env)],
  ['smoke', (args, env) => readSmokeOptions(args, env)],
  ['stripe', (args, env) => readStripeOptions(['--site', 'https://a.example', ...args], { ...key, ...env })],
  ['deploy', (args, env) => readDeployOptions(['deploy', ...args], env)],
  ['destroy', (args, env) => readDeployOptions(['destroy', ...args], env)],
]

describe.each(commands)('npm run %s', (name, read) => {
  test('rejects an unknown option, a missing value and a second stage, and shows the usage', () => {
    const usage = `npm run ${name} -- `
    for (const [args, problem] of [
      [['--stage', 'dev', '--stag', 'dev'], /Unknown option '--stag'/],
      [['--stage', 'dev', '--unknown'], /Unknown option '--unknown'/],
      [['--stage'], /'--stage <value>' argument missing/],
      [['--stage', 'dev', '--stage', 'prod'], /--stage is given twice/],
      [['--stage=dev', '--stage=dev'], /--stage is given twice/],
    ] as const) {
      expect(() => read([...args], {})).toThrow(problem)
      expect(() => read([...args], {})).toThrow(usage)
      expect(() => read([...args], {})).not.toThrow('positional argument')
    }
  })

  test('says that npm kept the stage for itself, instead of using another one', () => {
    expect(() => read([], { npm_config_stage: 'prod' })).toThrow(
      'npm kept --stage for itself: put -- before it',
    )
  })

  test('accepts one stage', () => {
    expect(read(['--stage', 'dev'], {})).toMatchObject({ stage: 'dev' })
  })
})

describe.each(['test', 'audit', 'api-docs'])('npm run %s', (task) => {
  test('does nothing if it gets an argument that it does not have', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', `bin/tasks/${task}.ts`, 'services/tickets'],
      { encoding: 'utf8', timeout: 50_000 },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('has no argument "services/tickets". ')
  })
})

describe.each([
  ['start', 'npm start [-- --no-watch]'],
  ['test', 'npm test'],
  ['new', 'npm run new -- operation <domain>/<verb-noun>'],
  ['api-docs', 'npm run api-docs'],
  ['audit', 'npm run audit'],
])('the task %s', (task, command) => {
  test('does nothing but explain itself if asked for help', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', `bin/tasks/${task}.ts`, '--help'],
      { encoding: 'utf8', timeout: 50_000 },
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.startsWith(`${command}\n\n`)).toBe(true)
  })
})

/**
 * Tasks that read their own arguments: arguments that they reject, the problem that they report, and what they accept.
 */
const invalid: [args: string[], problem: string, accepted: string][] = [
  [['check', '--bogus'], "Unknown option '--bogus'", 'lint, unused, boundaries'],
  [['check', 'nothing'], 'Unknown check "nothing"', 'lint, unused, boundaries'],
  [['chaos', '--journeys', 'many'], '--journeys must be a whole number', 'npm run chaos -- [--journeys'],
  [['bench', '--load', '--seconds', 'x'], '--seconds must be a whole number', 'npm run bench -- [--rounds'],
  [['mutate', 'services/nothing'], 'No source files in services/nothing', 'npm run mutate -- [<folder>'],
  [['schemathesis', '--operation', 'nothing'], 'Unknown operation "nothing"', 'npm run schemathesis -- ['],
  [['engines', '--site', 'https://advice.example'], 'must be a local cloud', 'npm run test:engines -- ['],
]

/** Some of these programs load a browser's driver first, which takes ten seconds on a busy machine. */
const timeout = 60_000

describe('a task with arguments that it does not accept', { timeout }, () => {
  test.each(invalid)('%j prints the problem and what is accepted', ([task, ...args], problem, accepted) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', `bin/tasks/${task}.ts`, ...args],
      { encoding: 'utf8', timeout },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(problem)
    expect(stderr).toContain(accepted)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
