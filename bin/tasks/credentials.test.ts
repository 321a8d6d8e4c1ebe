import { LambdaClient } from '@aws-sdk/client-lambda'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '#lib/stage-settings.ts'
import { run as runAdmin } from './admin/run.ts'
import { accountOf, requireAccount } from './credentials/account.ts'
import { run as runOperation } from './ops/run.ts'
import { findSite, readSmokeOptions } from './smoke/options.ts'
import { run as runStripe } from './stripe/run.ts'

vi.mock(import('#lib/stage-settings.ts'), async (load) => ({
  ...(await load()),
  readSettings: () =>
    parseSettings('dev.json', { region: 'eu-west-2', monthlyBudgetDollars: 25, account: '444455556666' }),
}))

const identity = mockClient(STSClient)
const lambda = mockClient(LambdaClient)
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [identity, lambda].forEach((client) => client.restore()))
afterEach(() => void vi.unstubAllEnvs())
beforeEach(() => {
  for (const name of ['AWS_PROFILE', 'AWS_DEFAULT_PROFILE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    vi.stubEnv(name, undefined)
  for (const client of [identity, lambda]) client.reset()
  identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
})

const stage = ['--stage', 'dev']
const key = { STRIPE_SECRET_KEY: 'sk_test_sample' }
const rejection =
  'These credentials are for the account 111122223333, but dev belongs to 444455556666. Nothing was changed.'

describe('credentials of another account', () => {
  test.each([
    ['ops redrive', () => runOperation(['redrive', ...stage])],
    ['ops restore', () => runOperation(['restore', ...stage, '--to', '2026-03-01T09:30:00Z'])],
    ['admin', () => runAdmin(['grant', 'avery@admin.example', ...stage], {})],
    ['smoke', () => findSite(readSmokeOptions(stage, {}))],
    ['smoke -- --site', () => findSite(readSmokeOptions([...stage, '--site', 'https://advice.example'], {}))],
    ['stripe', () => runStripe([...stage, '--site', 'https://advice.example'], key)],
  ])('stop npm run %s', async (_, run) => {
    await expect(run()).rejects.toThrow(rejection)
    expect(lambda.calls()).toEqual([])
  })

  test('are not noticed if the settings name no account', async () => {
    await expect(requireAccount({ name: 'dev', region: 'eu-west-2' }, {})).resolves.toBe('111122223333')
  })
})

describe('the account of the credentials', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIASAMPLE', AWS_SECRET_ACCESS_KEY: 'sample' }

  test.each([
    [
      { ...keys, AWS_PROFILE: 'prod' },
      'AWS_PROFILE and AWS_ACCESS_KEY_ID are both set: CDK would use the access key, and this check the profile. Unset one of them.',
    ],
    [
      { AWS_DEFAULT_PROFILE: 'prod' },
      'AWS_DEFAULT_PROFILE is set: CDK would use it, and this check does not. Set AWS_PROFILE instead.',
    ],
  ])('is not checked if CDK would use other credentials: %j', async (variables, message) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    await expect(accountOf('eu-west-2')).rejects.toThrow(message)
  })

  test.each([keys, { AWS_PROFILE: 'prod' }, { AWS_PROFILE: 'prod', AWS_DEFAULT_PROFILE: 'dev' }])(
    'is the one that CDK uses with %j',
    async (variables) => {
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
      expect(await accountOf('eu-west-2')).toBe('111122223333')
    },
  )

  test.each([
    [
      new Error('The security token included in the request is expired.'),
      'No usable AWS credentials: The security token included in the request is expired. Sign in with aws sso login or set AWS_PROFILE.',
    ],
    [
      Object.assign(new Error('getaddrinfo ENOTFOUND sts.eu-west-2.amazonaws.com'), { code: 'ENOTFOUND' }),
      'AWS could not be reached: getaddrinfo ENOTFOUND sts.eu-west-2.amazonaws.com. Check the network.',
    ],
    [
      Object.assign(new Error('Socket timed out'), { name: 'TimeoutError' }),
      'AWS could not be reached: Socket timed out. Check the network.',
    ],
    [
      Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      'AWS could not be reached: self-signed certificate. Check the network.',
    ],
    [
      Object.assign(new Error('Rate exceeded'), { name: 'Throttling', $fault: 'client' }),
      'AWS could not check the credentials: Rate exceeded. Repeat the command in a minute.',
    ],
    [
      Object.assign(new Error('UnknownError'), { name: '503', $fault: 'server' }),
      'AWS could not check the credentials: UnknownError. Repeat the command in a minute.',
    ],
  ])('is reported in one line if it is unknown: %s', async (error, message) => {
    identity.on(GetCallerIdentityCommand).rejects(error)
    await expect(accountOf('eu-west-2')).rejects.toThrow(message)
  })
})
