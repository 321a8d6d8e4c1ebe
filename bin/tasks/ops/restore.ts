import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { readSettings } from '#lib/stage-settings.ts'
import { cloudStageNamed, readStage, type CloudStage } from '#lib/stages.ts'
import { deployedResources, localResources } from '../admin/find-stage.ts'
import { requireAccountOf } from '../credentials/account.ts'
import { requireDeployable } from '../deploy/deployed-settings.ts'
import { deployment } from './deployment.ts'
import { carryOver, securityTypes, type Tables } from './restore/carry-over.ts'
import { countsOf, differencesOf, formatCounts, type Difference } from './restore/compare.ts'
import { readContents } from './restore/items.ts'
import { requireRestorable, restoreBeside } from './restore/point-in-time.ts'
import { restoreDeleted } from './restore-deleted.ts'
import { askInTerminal } from './terminal.ts'
import {
  afterChecks,
  baselineAt,
  restoredName,
  switchByDeployment,
  switchInPlace,
  type Switch,
} from './switch-table.ts'

export interface RestoreRequest extends Tables {
  /** The name that confirms the switch. */
  readonly stage: string
  readonly to: Date
  readonly switchTo: Switch
  /** Asks for the name of the stage. Anything else leaves the live table in use. */
  ask(question: string): Promise<string>
  print(line: string): void
  readonly waitMs?: number
}

const maxPrintedKeys = 20

/**
 * Returns warnings, by type, about removed items that the restore would bring back although their removal protects an
 * account, such as passkeys and links. They are not removed again, because the accident may have removed them.
 */
const warningsOf = (differences: readonly Difference[]): string[] =>
  securityTypes.flatMap((type) => {
    const wouldReturn = differences.filter(({ kind, item }) => kind === 'onlyRestored' && item.type === type)
    if (wouldReturn.length === 0) return []
    const more = wouldReturn.length - maxPrintedKeys
    return [
      `Check: ${wouldReturn.length} of type ${type} were removed since and would be restored.`,
      ...wouldReturn.slice(0, maxPrintedKeys).map(({ item }) => `  ${item.pk} ${item.sk}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]
  })

/**
 * Restores the table to a point in time beside the live one, compares the two and, if the operator confirms, makes the
 * functions use the restored content. It can be repeated: after an interrupted switch, `finishSwitch` continues it. No
 * table is ever deleted.
 */
export const restore = async (request: RestoreRequest): Promise<void> => {
  const { client, live, restored, stage, to, print } = request
  await requireRestorable(client, live, to)
  print(`Restoring ${live} to ${to.toISOString()} as ${restored}. This takes from minutes to hours.`)
  await restoreBeside(client, { live, restored, to }, request.waitMs)
  const comparedAt = new Date()
  const liveBefore = await readContents(client, live)
  const restoredContents = await readContents(client, restored)
  const differences = differencesOf(liveBefore, restoredContents)
  print(formatCounts(countsOf(liveBefore, restoredContents)))
  for (const line of warningsOf(differences)) print(line)
  const answer = await request.ask(
    `Everything written since is undone, except sent emails, stopped addresses, choices about the monthly email, audit entries, retained payments and deletions of accounts.\nType ${stage} to switch: `,
  )
  if (answer.trim() !== stage)
    return print(`Not switched. ${restored} stays: read it, repeat the command, or delete it.`)
  const { copied, removed, deletedAgain } = await carryOver(request, differences, new Date())
  print(`Kept ${copied} later records, removed ${removed}, and deleted ${deletedAgain} accounts again.`)
  const before = { at: comparedAt, contents: async () => liveBefore }
  for (const line of await request.switchTo(request, before)) print(line)
}

type UnfinishedSwitch = Pick<RestoreRequest, 'client' | 'restored' | 'switchTo' | 'print' | 'waitMs'> & {
  /** As in the settings of the stage. Undefined if the switch is complete. */
  readonly unfinished: { readonly from: string; readonly since: string } | undefined
}

/** Continues a switch that was confirmed and then interrupted. */
export const finishSwitch = async ({ unfinished, ...request }: UnfinishedSwitch): Promise<void> => {
  const { client, restored, switchTo, print, waitMs } = request
  if (unfinished === undefined) return print(`The stage uses ${restored}. Nothing is left to do.`)
  print(`Continuing the switch to ${restored}, which was confirmed after ${unfinished.since}.`)
  const tables = { client, live: unfinished.from, restored }
  const before = baselineAt(tables, new Date(unfinished.since), print, waitMs)
  for (const line of await switchTo(tables, before)) print(line)
}

const runRestoreDeleted = async (name: CloudStage): Promise<void> => {
  const stage = readStage(name)
  await requireAccountOf(name)
  const { tableName: table } = await deployedResources(stage)
  await restoreDeleted({
    client: new DynamoDBClient({ region: stage.region }),
    table,
    name,
    stage,
    deployment,
    before: readSettings(name).restoredTable,
    requireDeployable: () => requireDeployable(stage, 'restoredTable'),
    print: (line) => console.log(line),
  })
}

const time = z.iso.datetime({ offset: true })

/** Runs the command. `local` rehearses it on the running local cloud. */
export const runRestore = async (
  {
    stage,
    to: text,
    confirm,
    deleted,
  }: { stage: string; to: string | undefined; confirm: string | undefined; deleted: boolean },
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  if (deleted) return runRestoreDeleted(cloudStageNamed(stage))
  if (!time.safeParse(text).success)
    throw new Error('Pass the time as --to 2026-03-01T09:30:00Z, or --deleted for a table that was deleted.')
  // A restore takes up to hours, and a mistyped name would end it without the switch.
  if (confirm !== undefined && confirm !== stage)
    throw new Error(`Nothing was restored: --confirm is followed by ${stage}, the name of the stage.`)
  const to = new Date(text ?? '')
  const common = {
    stage,
    to,
    restored: restoredName(stage, to),
    ask: confirm === undefined ? (question: string) => askInTerminal(question) : async () => confirm,
    print: (line: string) => console.log(line),
  }
  if (stage === 'local') {
    const { settings, tableName } = await localResources(env)
    const client = new DynamoDBClient(settings)
    return restore({ ...common, client, live: tableName, switchTo: switchInPlace, waitMs: 50 })
  }
  const name = cloudStageNamed(stage)
  const values = readStage(name)
  await requireAccountOf(name)
  const client = new DynamoDBClient({ region: values.region })
  const switchTo = afterChecks(values, switchByDeployment(values, name, deployment))
  const { restoredTable } = readSettings(name)
  if (restoredTable?.name === common.restored)
    return finishSwitch({ ...common, client, switchTo, unfinished: restoredTable.unfinishedSwitch })
  const { tableName: live } = await deployedResources(values)
  return restore({ ...common, client, live, switchTo })
}
