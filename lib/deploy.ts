import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { bundleFunctions, functionsFolder, projectRoot } from './bundle-functions.ts'
import { cloudStages } from './stages.ts'

const commands = ['deploy', 'diff', 'destroy', 'synth'] as const
type Command = (typeof commands)[number]

const usage = `Usage: tsx lib/deploy.ts ${commands.join('|')} --stage ${cloudStages.join('|')} [-c name=value …]`

const run = (command: string, ...args: readonly string[]): void => {
  const { status, error } = spawnSync('npx', [command, ...args], { cwd: projectRoot, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

const isCommand = (text: string | undefined): text is Command => commands.some((command) => command === text)

const readArguments = () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, context: { type: 'string', short: 'c', multiple: true } },
  })
  const [command] = positionals
  if (!isCommand(command) || !values.stage) {
    console.error(usage)
    process.exit(2)
  }
  return { command, stage: values.stage, context: values.context ?? [] }
}

/** Builds what is deployed: the site and the functions. Even `diff` and `destroy` read them. */
const build = async (): Promise<void> => {
  run('tsx', 'web/build.ts')
  await bundleFunctions({ outdir: functionsFolder })
}

const { command, stage, context } = readArguments()
await build()
run(
  'cdk',
  command,
  '--all',
  ...(command === 'deploy' ? ['--outputs-file', `cdk.out/outputs-${stage}.json`] : []),
  '-c',
  `stage=${stage}`,
  ...context.flatMap((pair) => ['-c', pair]),
)
