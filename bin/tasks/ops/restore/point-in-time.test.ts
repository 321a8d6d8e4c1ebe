import {
  ContinuousBackupsUnavailableException,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  UpdateContinuousBackupsCommand,
} from '@aws-sdk/client-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import { completeSettings, restoreBeside } from './point-in-time.ts'

const client = new DynamoDBClient({ region: 'eu-west-2' })
const dynamo = mockClient(client)
const name = 'advice-dev-restored-20260301T093000Z'
const stage = { name: 'dev', protectsData: false }

beforeEach(() => {
  dynamo.reset()
  dynamo.on(DescribeTableCommand).resolves({ Table: { TableStatus: 'ACTIVE', LatestStreamArn: 'stream' } })
  dynamo.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED' } })
})

const unavailable = () =>
  new ContinuousBackupsUnavailableException({ message: 'Backups are being enabled', $metadata: {} })

describe('the settings of a restored table', () => {
  test('wait for the continuous backups, which a new table does not have yet', async () => {
    dynamo.on(UpdateContinuousBackupsCommand).rejectsOnce(unavailable()).resolves({})
    expect(await completeSettings(client, name, stage, 0)).toBe('stream')
    expect(dynamo.commandCalls(UpdateContinuousBackupsCommand)).toHaveLength(2)
  })

  test('fail if the continuous backups stay unavailable, or for another reason', async () => {
    dynamo.on(UpdateContinuousBackupsCommand).rejects(unavailable())
    await expect(completeSettings(client, name, stage, 0)).rejects.toThrow('Backups are being enabled')
    dynamo.on(UpdateContinuousBackupsCommand).rejects(new Error('not authorized'))
    await expect(completeSettings(client, name, stage, 0)).rejects.toThrow('not authorized')
  })
})

describe('a restore beside the live table', () => {
  const missing = () => new ResourceNotFoundException({ message: 'Not found', $metadata: {} })
  const start = () => restoreBeside(client, { live: 'live', restored: name, to: new Date(0) }, 0)

  test('waits for the table of another operator, who has just started the same restore', async () => {
    dynamo
      .on(DescribeTableCommand)
      .rejectsOnce(missing())
      .resolvesOnce({ Table: { TableStatus: 'CREATING' } })
      .resolves({ Table: { TableStatus: 'ACTIVE' } })
    dynamo
      .on(RestoreTableToPointInTimeCommand)
      .rejects(new TableAlreadyExistsException({ message: 'Table already exists', $metadata: {} }))
    await start()
    expect(dynamo.commandCalls(DescribeTableCommand)).toHaveLength(3)
  })

  test('fails if the table is being deleted, or does not appear, instead of waiting for ever', async () => {
    dynamo.on(DescribeTableCommand).resolves({ Table: { TableStatus: 'DELETING' } })
    await expect(start()).rejects.toThrow(`${name} is DELETING: repeat the command when it is gone`)
    dynamo.on(DescribeTableCommand).rejects(missing())
    await expect(start()).rejects.toThrow(`${name} does not exist: somebody has deleted it, or AWS`)
  })
})
