import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { settingsFile } from '#lib/stage-settings.ts'
import type { CloudStage, Stage } from '#lib/stages.ts'
import { Table } from '#platform/table/table.ts'
import { deployedResources } from '../admin/find-stage.ts'
import { requireDeployable } from '../deploy/deployed-settings.ts'
import type { Deployment } from './deployment.ts'
import type { Tables } from './restore/carry-over.ts'
import { differencesOf } from './restore/compare.ts'
import { deleteAllAgain } from './restore/delete-again.ts'
import { readContents, readItems, writeItems, type Contents } from './restore/items.ts'
import { withoutOrphans } from './restore/owners.ts'
import { completeSettings, restoreBeside, waitUntilRestorable } from './restore/point-in-time.ts'

/** The former table as it was compared with the restored one. Items that were written to it later must not be lost. */
export interface Baseline {
  readonly at: Date
  contents(): Promise<Contents>
}

/** Makes the functions use the restored content. Returns lines for the operator. */
export type Switch = (tables: Tables, before: Baseline) => Promise<string[]>

interface LateItems {
  readonly copied: number
  readonly leftOut: number
  readonly changed: number
  readonly deletedAgain: number
}

/**
 * Copies items that were created in the former table during the deployment, so that no sign-up or ticket of these
 * minutes is lost, except for accounts that the restore does not bring back. Accounts that were deleted there are
 * deleted again. Other items that were changed there are only counted, because both tables may have changed.
 */
export const copyLateItems = async (
  { client, live, restored }: Tables,
  liveBefore: Contents,
): Promise<LateItems> => {
  const late = differencesOf(await readContents(client, live), liveBefore)
  const created = late.flatMap(({ kind, item }) => (kind === 'onlyLive' ? [item] : []))
  const existing = await readItems(client, restored, created)
  const items = await readItems(client, live, created)
  const missing = [...items].flatMap(([id, item]) => (existing.has(id) ? [] : [item]))
  const puts = await withoutOrphans({ client, table: restored }, missing)
  await writeItems(client, restored, { puts })
  const table = new Table(DynamoDBDocumentClient.from(client), restored)
  return {
    copied: puts.length,
    leftOut: missing.length - puts.length,
    changed: late.length - created.length,
    deletedAgain: await deleteAllAgain(table, late, new Date()),
  }
}

const lateLines = ({ leftOut, deletedAgain }: LateItems): string[] => [
  ...(leftOut === 0
    ? []
    : [
        `${leftOut} items were not copied: they belong to accounts or passes that are not in the restored table.`,
      ]),
  ...(deletedAgain === 0 ? [] : [`${deletedAgain} accounts were deleted again.`]),
]

/**
 * Deploys the stage with the restored table, proves that the functions use it, and copies late items. Until then, the
 * settings call the switch unfinished, so that the command can be repeated.
 */
export const switchByDeployment =
  (stage: Stage, name: CloudStage, deployment: Deployment, waitMs?: number): Switch =>
  async (tables, before) => {
    const { client, live, restored } = tables
    const streamArn = await completeSettings(client, restored, stage, waitMs)
    const table = { name: restored, streamArn }
    const unfinishedSwitch = { from: live, since: before.at.toISOString() }
    deployment.updateSettings(name, { restoredTable: { ...table, unfinishedSwitch } })
    deployment.deploy(
      name,
      ['--all'],
      `repeat this command: it deploys again, and copies what was created in ${live} since the comparison`,
    )
    const { tableName: used } = await deployedResources(stage)
    if (used !== restored) throw new Error(`Not confirmed: the functions use ${used}, not ${restored}.`)
    const late = await copyLateItems(tables, await before.contents())
    deployment.updateSettings(name, { restoredTable: table })
    return [
      `Confirmed: the functions use ${restored}.`,
      `Since the comparison, ${late.copied} items were created in ${live} and copied, and ${late.changed} were changed there.`,
      ...lateLines(late),
      `Commit ${settingsFile(name)}: the next deployment needs the table in it.`,
      `Now run: npm run ops -- run reconcile --stage ${name}`,
    ]
  }

/** Returns a switch that first checks that the stage can be deployed, before its settings are changed. */
export const afterChecks =
  (stage: Stage, switchTo: Switch): Switch =>
  async (tables, before) => {
    await requireDeployable(stage, 'restoredTable')
    return switchTo(tables, before)
  }

/**
 * Returns the contents of a table at the time of the comparison, for a repeat of a command that was interrupted.
 * Restores the table to that time as a third table.
 */
export const baselineAt = (
  { client, live, restored }: Tables,
  at: Date,
  print: (line: string) => void,
  waitMs?: number,
): Baseline => ({
  at,
  async contents() {
    const compared = comparedName(restored, at)
    print(`Restoring ${live} to ${at.toISOString()} as ${compared}, to find what was created since.`)
    await waitUntilRestorable(client, live, at, waitMs)
    await restoreBeside(client, { live, restored: compared, to: at }, waitMs)
    print(`${compared} is not needed afterwards: aws dynamodb delete-table --table-name ${compared}`)
    return readContents(client, compared)
  },
})

/** Writes the restored content into the live table, for the local cloud, which has no deployment. */
export const switchInPlace: Switch = async ({ client, live, restored }) => {
  const differ = async () =>
    differencesOf(await readContents(client, live), await readContents(client, restored))
  const differences = await differ()
  const deletes = differences.flatMap(({ kind, item }) => (kind === 'onlyLive' ? [item] : []))
  const toCopy = differences.flatMap(({ kind, item }) => (kind === 'onlyLive' ? [] : [item]))
  const puts = [...(await readItems(client, restored, toCopy)).values()]
  await writeItems(client, live, { puts, deletes })
  const left = (await differ()).length
  if (left > 0) throw new Error(`Not confirmed: ${left} items of ${live} still differ.`)
  return [
    `Confirmed: ${live} has the restored content. ${puts.length} items were written, ${deletes.length} deleted.`,
  ]
}

/**
 * Formats a time for a name, with milliseconds. Two times need two names, because an existing table of the same name is
 * used as it is.
 */
const compact = (time: Date): string => time.toISOString().replace(/\.000|[-:.]/g, '')

/** Returns the name of the table for a comparison at this time. A later switch to the same table needs another one. */
export const comparedName = (restored: string, at: Date): string => `${restored}-compared-${compact(at)}`

/** Returns the name of the table that is restored to a time: `advice-dev-restored-20260301T093000Z`. */
export const restoredName = (stage: string, to: Date): string => `advice-${stage}-restored-${compact(to)}`
