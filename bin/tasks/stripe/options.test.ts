import { describe, expect, test } from 'vitest'
import { readStripeOptions } from './options.ts'

const testMode = { STRIPE_SECRET_KEY: 'sk_test_1' }
const liveMode = { STRIPE_SECRET_KEY: 'rk_live_1' }

describe('the options of npm run stripe', () => {
  test.each([
    [['--stage', 'dev', '--site', 'https://d1.example/'], testMode, 'https://d1.example'],
    [['--stage', 'prod', '--site', 'https://advice.example'], liveMode, 'https://advice.example'],
    [['--stage', 'local'], { ...testMode, PORT: '4000' }, 'http://localhost:4000'],
  ])('parses %j', (args, env, site) => {
    expect(readStripeOptions(args, env)).toMatchObject({ stage: args[1], site, check: false })
  })

  test.each([
    [[], {}, 'No stage'],
    [[], {}, 'No key'],
    [['--stage', 'test'], testMode, 'Unknown stage "test"'],
    [['--stage', 'dev'], testMode, 'No site'],
    [['--stage', 'dev', '--site', 'advice.example'], testMode, 'is not an address'],
    [['--stage', 'dev', '--site', 'http://advice.example'], testMode, 'must use https'],
    [['--stage', 'dev', '--site', 'https://d.example'], {}, 'No key'],
    [['--stage', 'dev', '--site', 'https://d.example'], { STRIPE_SECRET_KEY: 'pk_test_1' }, 'not a secret'],
    [['--stage', 'dev', '--site', 'https://d.example'], liveMode, 'needs a test key'],
    [['--stage', 'local'], liveMode, 'needs a test key'],
    [['--stage', 'prod', '--site', 'https://d.example'], testMode, 'needs a live key'],
    [
      ['--stage', 'dev', '--site', 'https://d.example', '--api-base', 'http://localhost:1'],
      testMode,
      'only for the stage local',
    ],
    [
      ['--stage', 'local', '--api-base', 'https://api.example'],
      testMode,
      'must be an address of this machine',
    ],
  ])('rejects %j with %j: %s', (args, env, message) => {
    expect(() => readStripeOptions(args, env)).toThrow(message)
  })

  test.each([[['--stage']], [['--unknown']], [['dev']]])('rejects %j with the usage', (args) => {
    expect(() => readStripeOptions(args, testMode)).toThrow('npm run stripe -- --stage')
  })

  test('shows the usage with every rejection, and never the key', () => {
    expect(() => readStripeOptions(['--stage', 'prod'], testMode)).toThrow('npm run stripe -- --stage')
    expect(() => readStripeOptions(['--stage', 'prod'], testMode)).not.toThrow('sk_test_1')
  })
})
