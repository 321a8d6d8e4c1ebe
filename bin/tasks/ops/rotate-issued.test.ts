import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStage } from '#lib/stages.ts'
import type { RotateDependencies } from './rotate-dependencies.ts'
import { rotate } from './rotate.ts'

const secrets = mockClient(SecretsManagerClient)
const stacks = mockClient(CloudFormationClient)
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [secrets, stacks].forEach((client) => client.restore()))

const dev = readStage('dev')
let stored: string
let lines: string[]
let pauses: number

const dependencies = (value: string): RotateDependencies => ({
  readValue: async () => value,
  print: (line) => void lines.push(line),
  pause: async () => void (pauses += 1),
  updateSettings: () => undefined,
  deploy: () => undefined,
})

const accepted = () => Response.json({ error: { code: 'validation_failed' } }, { status: 400 })

beforeEach(() => {
  stored = 'whsec_former'
  lines = []
  pauses = 0
  secrets.reset()
  stacks.reset()
  secrets.on(GetSecretValueCommand).callsFake(() => ({ SecretString: stored, VersionId: 'version' }))
  secrets.on(PutSecretValueCommand).callsFake(({ SecretString }: { SecretString: string }) => {
    stored = SecretString
  })
  const web = { StackName: 'web', CreationTime: new Date(0), StackStatus: 'UPDATE_COMPLETE' } as const
  const Outputs = [{ OutputKey: 'SiteUrl', OutputValue: 'https://advice.example' }]
  stacks.on(DescribeStacksCommand).resolves({ Stacks: [{ ...web, Outputs }] })
  vi.stubGlobal('fetch', async () => accepted())
})

describe('ops rotate of a secret that another service issues', () => {
  test('keeps the former secret when it is repeated with the same value', async () => {
    for (let run = 1; run <= 2; run += 1) {
      await rotate(dev, 'dev', 'stripe-webhook-secret', dependencies('whsec_new'))
      expect(stored).toBe('whsec_new,whsec_former')
      expect(lines.join()).toContain('The former secret stays valid')
    }
  })

  test.each([
    ['stripe-secret-key', 'whsec_new', 'must start with sk_test_ or rk_test_'],
    ['stripe-secret-key', 'sk_live_new', 'must start with sk_test_ or rk_test_'],
    ['stripe-webhook-secret', 'sk_test_new', 'must start with whsec_'],
    ['stripe-webhook-secret', 'whsec_new whsec_new', 'must start with whsec_'],
    ['chat-api-access', '1:2', 'must be <account id>:<inbox id>:<access token>'],
    ['chat-identity-key', 'two words', 'must be one word'],
  ])('rejects a %s such as %s, stores nothing and does not repeat it', async (secret, value, message) => {
    const rotation = rotate(dev, 'dev', secret, dependencies(value))
    await expect(rotation).rejects.toThrow(`Nothing was stored: ${secret} of dev ${message}`)
    await expect(rotation).rejects.not.toThrow(value)
    expect(stored).toBe('whsec_former')
  })

  test('accepts a live key in prod only', async () => {
    const prod = { ...dev, name: 'prod', stripeLiveMode: true }
    await rotate(prod, 'prod', 'stripe-secret-key', dependencies('rk_live_new'))
    expect(stored).toBe('rk_live_new')
    await expect(rotate(prod, 'prod', 'stripe-secret-key', dependencies('sk_test_new'))).rejects.toThrow(
      'must start with sk_live_',
    )
  })

  test('tries the signature again after a lost connection', async () => {
    let requests = 0
    vi.stubGlobal('fetch', async () => {
      if ((requests += 1) < 3) throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
      return accepted()
    })
    await rotate(dev, 'dev', 'stripe-webhook-secret', dependencies('whsec_new'))
    expect(pauses).toBe(2)
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
    })
    await expect(rotate(dev, 'dev', 'stripe-webhook-secret', dependencies('whsec_new'))).rejects.toThrow(
      /Not confirmed: .*read ECONNRESET.*Repeat this command/,
    )
  })
})
