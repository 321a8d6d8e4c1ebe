import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStage } from '#lib/stages.ts'
import { run } from './run.ts'
import { afterChecks, type Switch } from './switch-table.ts'

const identity = mockClient(STSClient)
const stacks = mockClient(CloudFormationClient)
const secrets = mockClient(SecretsManagerClient)
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [identity, stacks, secrets].forEach((client) => client.restore()))

/** The state and the outputs of all stacks of the stage. */
const deployed = (StackStatus: 'UPDATE_COMPLETE' | 'UPDATE_IN_PROGRESS', outputs: object = {}) =>
  stacks.on(DescribeStacksCommand).callsFake(({ StackName }: { StackName: string }) => ({
    Stacks: [
      {
        StackName,
        StackStatus,
        CreationTime: new Date(0),
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]: [string, string]) => ({
          OutputKey,
          OutputValue,
        })),
      },
    ],
  }))

const tables = { client: new DynamoDBClient({}), live: 'live', restored: 'restored' }
const before = { at: new Date(0), contents: async () => new Map() }
const switched = vi.fn<Switch>()
const stage = readStage('dev')

const commands = [
  ['rotate origin-secret', () => run(['rotate', 'origin-secret', '--stage', 'dev'])],
  ['restore', () => afterChecks(stage, switched)(tables, before)],
] as const

beforeEach(() => {
  for (const client of [identity, stacks, secrets]) client.reset()
  switched.mockReset()
  identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
})

describe.each(commands)('ops %s', (_, command) => {
  test('changes nothing while another deployment runs', async () => {
    deployed('UPDATE_IN_PROGRESS')
    await expect(command()).rejects.toThrow('is being changed (UPDATE_IN_PROGRESS)')
    expect(secrets.calls()).toEqual([])
    expect(switched).not.toHaveBeenCalled()
  })
})

describe('ops rotate origin-secret', () => {
  test('changes nothing if the settings lack the restored table that is in use', async () => {
    deployed('UPDATE_COMPLETE', { RestoredTableInUse: 'advice-dev-restored-1' })
    await expect(run(['rotate', 'origin-secret', '--stage', 'dev'])).rejects.toThrow(
      'restoredTable of dev is deployed as "advice-dev-restored-1"',
    )
    expect(secrets.calls()).toEqual([])
  })
})

describe('ops restore', () => {
  test('switches nothing if the settings lack the origin secret that is in use', async () => {
    deployed('UPDATE_COMPLETE', { OriginSecretVersions: 'version-of-another-checkout' })
    await expect(afterChecks(stage, switched)(tables, before)).rejects.toThrow(
      'originSecretVersions of dev is deployed as "version-of-another-checkout"',
    )
    expect(switched).not.toHaveBeenCalled()
  })

  test('may replace another restored table', async () => {
    deployed('UPDATE_COMPLETE', {
      RestoredTableInUse: 'advice-dev-restored-1',
      OriginSecretVersions: 'current',
    })
    await afterChecks(stage, switched)(tables, before)
    expect(switched).toHaveBeenCalledWith(tables, before)
  })
})
