import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { awsSecret } from './secret-store.ts'

const secrets = mockClient(SecretsManagerClient)
// Files share one process, and the mock replaces methods of the SDK's class.
afterAll(() => secrets.restore())
beforeEach(() => void secrets.reset())

const secret = awsSecret('/advice/dev/x', 'eu-west-2')

describe('secret in AWS', () => {
  test('is read and written with the SDK, whose credentials were checked before', async () => {
    secrets.on(GetSecretValueCommand, { SecretId: '/advice/dev/x' }).resolves({ SecretString: 'whsec_1' })
    secrets.on(PutSecretValueCommand).resolves({})
    expect(await secret.read()).toBe('whsec_1')
    await secret.write('whsec_2')
    expect(secrets.commandCalls(PutSecretValueCommand)[0]?.args[0].input).toMatchObject({
      SecretId: '/advice/dev/x',
      SecretString: 'whsec_2',
    })
  })

  test('that cannot be read or written is named in the error', async () => {
    secrets
      .on(GetSecretValueCommand)
      .rejects(new ResourceNotFoundException({ message: 'Not found.', $metadata: {} }))
    secrets.on(PutSecretValueCommand).rejects(new Error('Access denied.'))
    await expect(secret.read()).rejects.toThrow(
      '/advice/dev/x could not be accessed in eu-west-2: Not found.',
    )
    await expect(secret.write('whsec_2')).rejects.toThrow(
      '/advice/dev/x could not be accessed in eu-west-2: Access denied.',
    )
  })
})
