import {
  ListBackupsCommand,
  RestoreTableFromBackupCommand,
  TableAlreadyExistsException,
  type BackupSummary,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { settingsFile, type StageSettings } from '#lib/stage-settings.ts'
import type { CloudStage, Stage } from '#lib/stages.ts'
import type { Deployment } from './deployment.ts'
import { completeSettings, findTable } from './restore/point-in-time.ts'

/**
 * Returns the newest backup that AWS made of a table when the table was deleted.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html
 */
const newestSystemBackup = async (
  client: DynamoDBClient,
  table: string,
): Promise<BackupSummary | undefined> => {
  const found: BackupSummary[] = []
  let ExclusiveStartBackupArn: string | undefined
  do {
    const page = await client.send(new ListBackupsCommand({ BackupType: 'SYSTEM', ExclusiveStartBackupArn }))
    found.push(...(page.BackupSummaries ?? []).filter(({ TableName }) => TableName === table))
    ExclusiveStartBackupArn = page.LastEvaluatedBackupArn
  } while (ExclusiveStartBackupArn !== undefined)
  const createdAt = ({ BackupCreationDateTime: at }: BackupSummary) => at?.getTime() ?? 0
  return found.toSorted((a, b) => createdAt(b) - createdAt(a))[0]
}

/** Starts the restore under the same name, so that the functions and CloudFormation find the table again. */
const startRestore = async (
  client: DynamoDBClient,
  table: string,
  print: (line: string) => void,
): Promise<void> => {
  const backup = await newestSystemBackup(client, table)
  if (backup?.BackupArn === undefined)
    throw new Error(
      `AWS has no backup of ${table}. It makes one within a minute after the deletion of a table with point-in-time recovery, and keeps it for 35 days.`,
    )
  if (backup.BackupStatus !== 'AVAILABLE')
    throw new Error(`The backup of ${table} is ${backup.BackupStatus}: repeat the command in a minute.`)
  print(
    `Restoring ${table} as it was when it was deleted (${backup.BackupCreationDateTime?.toISOString()}). This takes from minutes to hours.`,
  )
  try {
    await client.send(
      new RestoreTableFromBackupCommand({ TargetTableName: table, BackupArn: backup.BackupArn }),
    )
  } catch (error) {
    // Another operator has started the same restore in the meantime.
    if (!(error instanceof TableAlreadyExistsException)) throw error
  }
}

/** `restoredTable` in the settings of the stage. */
export type RestoredTable = NonNullable<StageSettings['restoredTable']>

export interface DeletedTable {
  readonly client: DynamoDBClient
  /** The table that the functions use, and that no longer exists. */
  readonly table: string
  readonly name: CloudStage
  readonly stage: Pick<Stage, 'name' | 'protectsData'>
  readonly deployment: Deployment
  /** The settings before the restore. They may name an unfinished switch to or from the table. */
  readonly before: RestoredTable | undefined
  /** Rejects if the stage cannot be deployed now. */
  readonly requireDeployable: () => Promise<void>
  print(line: string): void
  readonly waitMs?: number
}

/** Returns the operator's next step if a switch was unfinished when the table was deleted. */
const switchLine = (table: string, { name, unfinishedSwitch }: RestoredTable): string[] => {
  if (unfinishedSwitch === undefined) return []
  const { from, since } = unfinishedSwitch
  return name === table
    ? [
        `Then finish the switch to ${table}: repeat \`restore\` with the time in this name. It copies what was created in ${from} since ${since}.`,
      ]
    : [
        `The switch to ${name} is given up, because the history of ${table} begins anew. ${name} stays: copy from it by hand what ${table} lacks.`,
      ]
}

/**
 * Restores the table of a stage after somebody deleted it. The functions use the table as soon as it exists. The
 * deployment connects them to its new stream. The command can be repeated.
 *
 * @throws Error if the table exists and was not restored from a backup, or if it is restored and the stage cannot be
 * deployed
 */
export const restoreDeleted = async (deleted: DeletedTable): Promise<void> => {
  const { client, table, name, stage, deployment, before, requireDeployable, print, waitMs } = deleted
  const existing = await findTable(client, table)
  if (existing === undefined) await startRestore(client, table, print)
  else if (existing.RestoreSummary?.SourceBackupArn === undefined || existing.TableStatus === 'DELETING')
    throw new Error(
      `${table} exists (${existing.TableStatus}), so there is nothing to restore. To undo changes of its content, pass a time with --to.`,
    )
  const streamArn = await completeSettings(client, table, stage, waitMs)
  print(
    `${table} is in use again. Deploying, so that functions read its new stream. If this fails, repeat the command.`,
  )
  await requireDeployable()
  // Late items of the former table are only copied while the settings call the switch unfinished.
  const unfinished = before?.name === table ? before.unfinishedSwitch : undefined
  const restoredTable = { name: table, streamArn, ...(unfinished && { unfinishedSwitch: unfinished }) }
  deployment.updateSettings(name, { restoredTable })
  deployment.deploy(name, ['--all'], 'repeat this command')
  print(`Commit ${settingsFile(name)}: the next deployment needs the table in it.`)
  print(`Now run: npm run ops -- redrive --stage ${name}`)
  print(`and: npm run ops -- run reconcile --stage ${name}`)
  print(`and: npm run ops -- backfill-search --stage ${name}`)
  for (const line of before === undefined ? [] : switchLine(table, before)) print(line)
}
