import { parseArgs } from 'node:util'
import { deployedSettings, isDeployedSetting, type DeployedSetting } from '#lib/deployed-settings.ts'
import { cloudStages } from '#lib/stages.ts'

const commands = ['synth', 'diff', 'deploy', 'destroy'] as const
export type Command = (typeof commands)[number]

const isCommand = (name: string): name is Command => commands.some((one) => one === name)

/** The command line of a deployment. */
export interface DeployOptions {
  readonly command: Command
  readonly stage: string
  /** Settings that may differ from the deployed ones: `--accept-change restoredTable`. */
  readonly acceptedChanges: readonly DeployedSetting[]
  /** Options that are passed on to CDK. */
  readonly rest: readonly string[]
}

const usageOf = (command: string) =>
  `npm run ${command} -- --stage ${cloudStages.join('|')} [-- options of cdk]`

/** npm keeps options for itself that come before `--`, and passes them on in the environment only. */
const keptByNpm = (command: string, { npm_config_stage: kept }: NodeJS.ProcessEnv): string | undefined =>
  kept === undefined
    ? undefined
    : `npm kept --stage for itself: put -- before it, as in npm run ${command} -- --stage ${kept === 'true' ? 'dev' : kept}`

/**
 * Parses the command line.
 *
 * @throws Error that says what is missing, in one line
 */
export const readRequest = (args: readonly string[], env: NodeJS.ProcessEnv): DeployOptions => {
  const [command = ''] = args
  const { positionals, values } = parseArgs({
    args: args.slice(1),
    allowPositionals: true,
    options: { stage: { type: 'string' }, 'accept-change': { type: 'string', multiple: true, default: [] } },
  })
  if (!isCommand(command)) throw new Error(usageOf(commands.join('|')))
  if (!values.stage) throw new Error(keptByNpm(command, env) ?? `No stage: ${usageOf(command)}`)
  const changes = values['accept-change']
  if (!changes.every(isDeployedSetting))
    throw new Error(`--accept-change is followed by ${Object.keys(deployedSettings).join(' or ')}.`)
  return { command, stage: values.stage, acceptedChanges: changes, rest: positionals }
}
