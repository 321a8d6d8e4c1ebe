import { deployedSettings, isDeployedSetting, type DeployedSetting } from '#lib/deployed-settings.ts'
import { cloudStages } from '#lib/stages.ts'
import { parseCommandLine } from '../command-line/options.ts'

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

const descriptions: Readonly<Record<Command, string>> = {
  synth: 'Writes the templates of all stacks to cdk.out.',
  diff: 'Compares the templates with the deployed stacks.',
  deploy: `Checks the account, deploys all stacks and prints the address of the site.

--accept-change  names a setting that may differ from what is deployed: ${Object.keys(deployedSettings).join(' or ')}`,
  destroy: 'Deletes all stacks. docs/new-stage.md says what to end first.',
}

const synopsisOf = (command: string) =>
  `npm run ${command} -- --stage ${cloudStages.join('|')} [-- options of cdk]`

const usageOf = (command: Command) => `${synopsisOf(command)}\n\n${descriptions[command]}`

/**
 * Parses the command line.
 *
 * @throws Error that says what is missing, with the usage
 */
export const readDeployOptions = (args: readonly string[], env: NodeJS.ProcessEnv): DeployOptions => {
  const [command = ''] = args
  if (!isCommand(command)) throw new Error(synopsisOf(commands.join('|')))
  const { positionals, values } = parseCommandLine(
    {
      args: args.slice(1),
      allowPositionals: true,
      options: {
        stage: { type: 'string' },
        'accept-change': { type: 'string', multiple: true, default: [] },
      },
    },
    usageOf(command),
    env,
  )
  if (!values.stage) throw new Error(`No stage: ${usageOf(command)}`)
  const changes = values['accept-change']
  if (!changes.every(isDeployedSetting))
    throw new Error(`--accept-change is followed by ${Object.keys(deployedSettings).join(' or ')}.`)
  if (positionals.some((option) => /^--profile(=|$)/.test(option)))
    throw new Error(
      '--profile is an option of CDK only: set AWS_PROFILE, so that the same credentials are checked.',
    )
  if (positionals.some((option) => /^(-c|--context)?=?stage=/.test(option)))
    throw new Error(
      'Pass the stage as --stage only: otherwise one stage is checked and another one deployed.',
    )
  return { command, stage: values.stage, acceptedChanges: changes, rest: positionals }
}
