import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListBackupsCommand,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  TableAlreadyExistsException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseSettings } from '#lib/stage-settings.ts'
import { restoreDeleted, type RestoredTable } from './restore-deleted.ts'

const client = new DynamoDBClient({ region: 'eu-west-2' })
const dynamo = mockClient(client)
const table = 'advice-dev-data-TableCD117FA1-1EXAMPLE2'
const streamArn = `arn:aws:dynamodb:eu-west-2:111122223333:table/${table}/stream/2026-11-28T10:00:00.000`
const backupArn = (id: string) => `arn:aws:dynamodb:eu-west-2:111122223333:table/${table}/backup/${id}`

const backup = (id: string, at: string, facts: object = {}) => ({
  TableName: table,
  BackupArn: backupArn(id),
  BackupStatus: 'AVAILABLE' as const,
  BackupCreationDateTime: new Date(at),
  ...facts,
})

const restored: TableDescription = {
  TableStatus: 'ACTIVE',
  LatestStreamArn: streamArn,
  RestoreSummary: {
    SourceBackupArn: backupArn('newest'),
    RestoreDateTime: new Date(0),
    RestoreInProgress: false,
  },
}

const missing = () => new ResourceNotFoundException({ message: 'Not found', $metadata: {} })

let done: string[]
let printed: string[]
beforeEach(() => {
  done = []
  printed = []
  dynamo.reset()
  dynamo.on(DescribeTableCommand).rejectsOnce(missing()).resolves({ Table: restored })
  dynamo.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED' } })
  dynamo
    .on(ListBackupsCommand, { BackupType: 'SYSTEM', ExclusiveStartBackupArn: undefined })
    .resolves({
      BackupSummaries: [
        backup('older', '2026-11-27T10:00:00Z'),
        { ...backup('other', '2026-11-28T12:00:00Z'), TableName: 'another' },
      ],
      LastEvaluatedBackupArn: 'page-2',
    })
    .on(ListBackupsCommand, { ExclusiveStartBackupArn: 'page-2' })
    .resolves({ BackupSummaries: [backup('newest', '2026-11-28T09:30:00Z')] })
  dynamo.on(RestoreTableFromBackupCommand).resolves({})
})

const run = (requireDeployable = async () => {}, before?: RestoredTable) =>
  restoreDeleted({
    client,
    table,
    name: 'dev',
    stage: { name: 'dev', protectsData: false },
    requireDeployable,
    before,
    deployment: {
      updateSettings: (_stage, changes) => void done.push(`settings ${JSON.stringify(changes)}`),
      deploy: (_stage, stacks) => void done.push(`deploy ${stacks.join()}`),
    },
    print: (line) => void printed.push(line),
    waitMs: 0,
  })

const switched = [`settings {"restoredTable":{"name":"${table}","streamArn":"${streamArn}"}}`, 'deploy --all']
const restoredFrom = () =>
  dynamo.commandCalls(RestoreTableFromBackupCommand).map(({ args: [{ input }] }) => input)

describe('ops restore --deleted', () => {
  test('restores the newest backup that AWS made at the deletion, under the same name, and connects its stream', async () => {
    await run()
    expect(restoredFrom()).toEqual([{ TargetTableName: table, BackupArn: backupArn('newest') }])
    expect(printed[0]).toContain('2026-11-28T09:30:00.000Z')
    expect(done).toEqual(switched)
  })

  test('writes settings that the next deployment accepts', () => {
    const settings = {
      region: 'eu-west-2',
      monthlyBudgetDollars: 25,
      restoredTable: { name: table, streamArn },
    }
    expect(() => parseSettings('stages/dev.json', settings)).not.toThrow()
  })

  test('continues after an interruption with the table that it restored', async () => {
    dynamo.on(DescribeTableCommand).resolves({ Table: restored })
    await run()
    expect(restoredFrom()).toEqual([])
    expect(done).toEqual(switched)
  })

  const unfinishedSwitch = { from: 'former', since: '2026-11-28T08:00:00.000Z' }

  test('keeps the note of an unfinished switch to the table, and says how it continues', async () => {
    await run(undefined, { name: table, streamArn: 'stream', unfinishedSwitch })
    expect(done).toEqual([
      `settings ${JSON.stringify({ restoredTable: { name: table, streamArn, unfinishedSwitch } })}`,
      'deploy --all',
    ])
    expect(printed.at(-1)).toContain(`what was created in former since 2026-11-28T08:00:00.000Z`)
  })

  test('gives up an unfinished switch to another table, and names that table', async () => {
    await run(undefined, { name: 'restored', streamArn: 'stream', unfinishedSwitch })
    expect(done).toEqual(switched)
    expect(printed.at(-1)).toContain('The switch to restored is given up')
  })

  test('mentions no switch if none is unfinished', async () => {
    await run(undefined, { name: table, streamArn: 'stream' })
    expect(done).toEqual(switched)
    expect(printed.join()).not.toContain('switch')
  })

  test('restores the table even while a stack is stuck, and deploys when it is repeated', async () => {
    const stuck = async () => {
      throw new Error('advice-dev-api is stuck')
    }
    await expect(run(stuck)).rejects.toThrow('advice-dev-api is stuck')
    expect(restoredFrom()).toHaveLength(1)
    expect(done).toEqual([])
    await run()
    expect(restoredFrom()).toHaveLength(1)
    expect(done).toEqual(switched)
  })

  test('continues with the restore that another operator has started in the meantime', async () => {
    dynamo
      .on(RestoreTableFromBackupCommand)
      .rejects(new TableAlreadyExistsException({ message: 'Table already exists', $metadata: {} }))
    await run()
    expect(restoredFrom()).toHaveLength(1)
    expect(done).toEqual(switched)
  })

  test.each([
    ['exists', { TableStatus: 'ACTIVE' }],
    ['is being deleted', { ...restored, TableStatus: 'DELETING' }],
  ] as const)('changes nothing while the table %s', async (_, state) => {
    dynamo.on(DescribeTableCommand).resolves({ Table: state })
    await expect(run()).rejects.toThrow(`${table} exists (${state.TableStatus})`)
    expect([...restoredFrom(), ...done]).toEqual([])
  })

  test.each([
    ['there is no backup', [], 'AWS has no backup'],
    [
      'AWS is still making the backup',
      [backup('newest', '2026-11-28T09:30:00Z', { BackupStatus: 'CREATING' })],
      'is CREATING: repeat the command in a minute',
    ],
  ])('changes nothing while %s', async (_, BackupSummaries, message) => {
    dynamo.on(ListBackupsCommand).resolves({ BackupSummaries })
    await expect(run()).rejects.toThrow(message)
    expect([...restoredFrom(), ...done]).toEqual([])
  })
})
