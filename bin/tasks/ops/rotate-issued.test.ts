import { createHmac } from 'node:crypto'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
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
/** Number of stored values. */
let changes: number
let lines: string[]
let pauses: number
/** Secrets that the deployed webhook accepts. */
let acceptedSecrets: () => string[]

const dependencies = (value: string): RotateDependencies => ({
  readValue: async () => value,
  print: (line) => void lines.push(line),
  pause: async () => void (pauses += 1),
  updateSettings: () => undefined,
  deploy: () => undefined,
})

const errorOf = (code: string) => Response.json({ error: { code, message: '' } }, { status: 400 })

/** Responds as the webhook to a body that is not an event. */
const respond = (headers: Record<string, string>): Response => {
  const [, time = ''] = /t=(\d+)/.exec(headers['stripe-signature'] ?? '') ?? []
  const isSigned = acceptedSecrets().some((secret) =>
    headers['stripe-signature']?.endsWith(createHmac('sha256', secret).update(`${time}.null`).digest('hex')),
  )
  return errorOf(isSigned ? 'validation_failed' : 'invalid_signature')
}

beforeEach(() => {
  stored = 'former'
  changes = 0
  acceptedSecrets = () => stored.split(',')
  lines = []
  pauses = 0
  secrets.reset()
  stacks.reset()
  secrets
    .on(GetSecretValueCommand)
    .callsFake(() => ({ SecretString: stored, VersionId: `version-${changes}` }))
  secrets.on(PutSecretValueCommand).callsFake(({ SecretString }: { SecretString: string }) => {
    stored = SecretString
    changes += 1
  })
  const web = { StackName: 'web', CreationTime: new Date(0), StackStatus: 'UPDATE_COMPLETE' } as const
  const Outputs = [{ OutputKey: 'SiteUrl', OutputValue: 'https://advice.example' }]
  stacks.on(DescribeStacksCommand).resolves({ Stacks: [{ ...web, Outputs }] })
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) =>
    respond(headers),
  )
})

describe('ops rotate of a secret that another service issues', () => {
  test('keeps the former secret when it is repeated with the same value', async () => {
    for (let run = 1; run <= 2; run += 1) {
      await rotate(dev, 'dev', 'stripe-webhook-secret', dependencies('whsec_new'))
      expect(stored).toBe('whsec_new,former')
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
    expect(stored).toBe('former')
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
      return errorOf('validation_failed')
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

  test.each([
    ['stripe-secret-key', 'sk_test_new'],
    ['chat-identity-key', 'new'],
    ['chat-api-access', '1:2:new'],
  ])('replaces %s and confirms the stored value', async (secret, value) => {
    await rotate(dev, 'dev', secret, dependencies(value))
    expect([stored, changes]).toEqual([value, 1])
    expect(lines[0]).toBe(`Confirmed: version version-1 of /advice/dev/${secret} is current.`)
  })

  test.each([
    ['stripe-webhook-secret', 'whsec_new', 'whsec_newer'],
    ['chat-webhook-secret', 'new', 'newer'],
  ])('keeps the former %s until both are passed', async (secret, value, newer) => {
    await rotate(dev, 'dev', secret, dependencies(value))
    expect(stored).toBe(`${value},former`)
    expect(lines.join(' ')).toContain('The former secret stays valid')
    await rotate(dev, 'dev', secret, dependencies(newer))
    expect(stored).toBe(`${newer},${value}`)
    await rotate(dev, 'dev', secret, dependencies(`${newer},${newer}`))
    expect(stored).toBe(`${newer},${newer}`)
  })

  test('proves with a signed request that the webhook accepts the new secret', async () => {
    let reads = 0
    acceptedSecrets = () => ((reads += 1) > 2 ? ['whsec_new'] : ['former'])
    await rotate(dev, 'dev', 'stripe-webhook-secret', dependencies('whsec_new'))
    expect(pauses).toBe(2)
    expect(lines).toContain('Confirmed: the webhook accepts signatures with the new secret.')
  })

  test('fails if the webhook does not accept the new secret within two minutes', async () => {
    acceptedSecrets = () => ['former']
    await expect(rotate(dev, 'dev', 'stripe-webhook-secret', dependencies('whsec_new'))).rejects.toThrow(
      'Not confirmed: the webhook accepts signatures with the new secret',
    )
    expect(pauses).toBe(12)
  })

  test('tries the signature of the chat only in a stage with a chat', async () => {
    await rotate(dev, 'dev', 'chat-webhook-secret', dependencies('new'))
    expect(lines.join()).toContain('the stage has no chat')
    const chat = { provider: 'chatwoot', baseUrl: 'https://chat.example', websiteToken: 'a' }
    await rotate({ ...dev, chat } as typeof dev, 'dev', 'chat-webhook-secret', dependencies('newer'))
    expect(lines).toContain('Confirmed: the webhook accepts signatures with the new secret.')
  })

  test('prints no secret', async () => {
    await rotate(dev, 'dev', 'stripe-webhook-secret', dependencies('whsec_a_new_secret'))
    expect(lines.join(' ')).not.toMatch(/a_new_secret|former,|,former/)
  })

  test('rejects an empty value and stores nothing', async () => {
    await expect(rotate(dev, 'dev', 'stripe-secret-key', dependencies(''))).rejects.toThrow(
      'Pass the new value of stripe-secret-key on the standard input',
    )
    expect([stored, changes]).toEqual(['former', 0])
  })

  test('names the secret and the next step if the stage is not deployed', async () => {
    secrets
      .on(GetSecretValueCommand)
      .rejects(new ResourceNotFoundException({ message: "can't find the specified secret", $metadata: {} }))
    await expect(rotate(dev, 'dev', 'stripe-secret-key', dependencies('sk_test_new'))).rejects.toThrow(
      'Nothing was stored: this account has no secret /advice/dev/stripe-secret-key in eu-west-2: deploy the stage dev, or use the credentials of its account.',
    )
    expect(changes).toBe(0)
  })

  test('fails if another value is current after the change', async () => {
    secrets.on(PutSecretValueCommand).resolves({ VersionId: 'version-1' })
    const rotation = rotate(dev, 'dev', 'stripe-secret-key', dependencies('sk_test_new'))
    await expect(rotation).rejects.toThrow('Not confirmed')
  })
})
