import { setTimeout as sleep } from 'node:timers/promises'
import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type DynamoDBClient,
  type RestoreTableToPointInTimeCommandInput,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { tableSettings } from '#lib/constructs/service-table.ts'
import { tagsOf, type Stage } from '#lib/stages.ts'
import { reportWhile } from '../../command-line/progress.ts'
import { storagePeriods } from '#shared/values/retention.ts'

const pollMs = 10_000
const reportMs = 5 * 60_000

/** AWS enables the backups of a new table within some minutes. These attempts take 20. */
const backupAttempts = 120

/** Returns a table, or undefined if it does not exist. */
export const findTable = async (
  client: DynamoDBClient,
  TableName: string,
): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/**
 * Returns the times to which a table can be restored.
 *
 * @throws Error if point-in-time recovery is off
 */
const restorableTimes = async (
  client: DynamoDBClient,
  TableName: string,
): Promise<{ readonly earliest: Date; readonly latest: Date }> => {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  )
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {}
  if (!earliest || !latest) throw new Error(`Point-in-time recovery of ${TableName} is off.`)
  return { earliest, latest }
}

/** Waits until a table can be restored to a time of the last minutes. AWS needs about five minutes. */
export const waitUntilRestorable = async (
  client: DynamoDBClient,
  TableName: string,
  to: Date,
  waitMs = pollMs,
): Promise<void> => {
  await reportWhile(`Waiting until AWS can restore ${TableName} to this time`, async () => {
    while ((await restorableTimes(client, TableName)).latest < to) await sleep(waitMs)
  })
  await requireRestorable(client, TableName, to)
}

/**
 * Checks that the table can be restored to a time.
 *
 * @throws Error with the possible times
 */
export const requireRestorable = async (
  client: DynamoDBClient,
  TableName: string,
  to: Date,
): Promise<void> => {
  const { earliest, latest } = await restorableTimes(client, TableName)
  if (to < earliest || to > latest)
    throw new Error(
      `${TableName} can be restored to a time from ${earliest.toISOString()} to ${latest.toISOString()}.`,
    )
}

/** A new table may be missing from responses for some seconds. These attempts take a minute. */
const missingAttempts = 6

/**
 * Waits until a table and its indexes can be used. A restore takes from minutes to hours.
 *
 * @throws Error if the table is being deleted, or does not exist
 */
const waitUntilActive = async (
  client: DynamoDBClient,
  name: string,
  waitMs: number,
): Promise<TableDescription> => {
  for (let missing = 0; missing < missingAttempts;) {
    const table = await findTable(client, name)
    if (table?.TableStatus === 'DELETING')
      throw new Error(`${name} is DELETING: repeat the command when it is gone.`)
    missing = table === undefined ? missing + 1 : 0
    const parts = [
      table?.TableStatus,
      ...(table?.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus),
    ]
    if (table && parts.every((status) => status === 'ACTIVE')) return table
    await sleep(waitMs)
  }
  throw new Error(`${name} does not exist: somebody has deleted it, or AWS could not restore it.`)
}

const startRestore = async (client: DynamoDBClient, request: RestoreTableToPointInTimeCommandInput) => {
  try {
    await client.send(new RestoreTableToPointInTimeCommand(request))
  } catch (error) {
    // Another operator has started the same restore in the meantime.
    if (!(error instanceof TableAlreadyExistsException)) throw error
  }
}

/**
 * Creates a table beside another one, with the content that the other had at a time. If a table of that name exists, it
 * is used as it is, so that an interrupted command can be repeated.
 */
export const restoreBeside = async (
  client: DynamoDBClient,
  { live, restored, to }: { readonly live: string; readonly restored: string; readonly to: Date },
  waitMs = pollMs,
): Promise<void> => {
  if ((await findTable(client, restored)) === undefined)
    await startRestore(client, { SourceTableName: live, TargetTableName: restored, RestoreDateTime: to })
  await reportWhile(`Restoring ${restored}`, () => waitUntilActive(client, restored, waitMs), reportMs)
}

/** Adds the tags of the stage, by which its budget counts. */
const tag = async (client: DynamoDBClient, stage: Pick<Stage, 'name'>, table: TableDescription) => {
  const Tags = Object.entries(tagsOf(stage)).map(([Key, Value]) => ({ Key, Value }))
  await client.send(new TagResourceCommand({ ResourceArn: table.TableArn, Tags }))
}

/**
 * Gives a restored table the settings that a restore does not copy: tags, stream, expiry, backups and protection.
 * Returns the ARN of its stream. It can be repeated.
 */
export const completeSettings = async (
  client: DynamoDBClient,
  TableName: string,
  stage: Pick<Stage, 'name' | 'protectsData'>,
  waitMs = pollMs,
): Promise<string> => {
  // After the deletion of a table, this waits for its restore.
  const waitForTable = () => waitUntilActive(client, TableName, waitMs)
  const before = await reportWhile(`Waiting for ${TableName}`, waitForTable, reportMs)
  await tag(client, stage, before)
  if (!before.LatestStreamArn)
    await client.send(
      new UpdateTableCommand({
        TableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: tableSettings.stream },
      }),
    )
  await waitForTable()
  if (stage.protectsData)
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }))
  await waitForTable()
  await enableExpiry(client, TableName)
  await reportWhile(`Enabling the backups of ${TableName}`, () => enableBackups(client, TableName, waitMs))
  const { LatestStreamArn } = await waitForTable()
  if (!LatestStreamArn) throw new Error(`${TableName} has no stream.`)
  return LatestStreamArn
}

const enableExpiry = async (client: DynamoDBClient, TableName: string): Promise<void> => {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return
  const TimeToLiveSpecification = { AttributeName: tableSettings.expiry, Enabled: true }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

/**
 * Enables point-in-time recovery. DynamoDB rejects this until it has enabled the continuous backups that every table
 * gets.
 */
const enableBackups = async (client: DynamoDBClient, TableName: string, waitMs: number): Promise<void> => {
  const PointInTimeRecoverySpecification = {
    PointInTimeRecoveryEnabled: true,
    RecoveryPeriodInDays: storagePeriods.backups.days,
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }))
      return
    } catch (error) {
      if (!(error instanceof ContinuousBackupsUnavailableException) || attempt === backupAttempts) throw error
      await sleep(waitMs)
    }
  }
}
