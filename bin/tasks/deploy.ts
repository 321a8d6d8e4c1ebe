import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { buildWeb } from '../../web/build/build.ts'
import { siteFolder } from '#lib/app.ts'
import { bundleFunctions, functionsFolder, projectRoot } from '#lib/bundle-functions.ts'
import { configSource } from '#lib/config-source.ts'
import { cloudStage, cloudStages, type Stage } from '#lib/stages.ts'

/** CDK commands. All of them need the bundles and the site. */
const commands = ['synth', 'diff', 'deploy', 'destroy']

const usage = `Usage: ${commands.join('|')} --stage ${cloudStages.join('|')} [-c name=value …] [-- options of cdk]`

interface Request {
  readonly command: string
  readonly stage: string
  readonly context: readonly string[]
  readonly rest: readonly string[]
}

const readArguments = (): Request => {
  const options = {
    stage: { type: 'string' },
    context: { type: 'string', short: 'c', multiple: true },
  } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [command = '', ...rest] = positionals
  if (!commands.includes(command) || !values.stage) throw new Error(usage)
  return { command, stage: values.stage, context: values.context ?? [], rest }
}

const stageOf = ({ stage, context }: Request): Stage => {
  const pairs = new Map(
    context.map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')]
    }),
  )
  return cloudStage(
    stage,
    configSource((name) => pairs.get(name), process.env),
  )
}

const runCdk = ({ command, stage, context, rest }: Request): number => {
  const settings = [`stage=${stage}`, ...context].flatMap((pair) => ['-c', pair])
  const stacks = command === 'synth' ? ['--quiet'] : ['--all']
  const { status, error } = spawnSync('npx', ['cdk', command, ...stacks, ...settings, ...rest], {
    cwd: projectRoot,
    stdio: 'inherit',
  })
  if (error) throw error
  return status ?? 1
}

const main = async (): Promise<void> => {
  const request = readArguments()
  const { siteUrl } = stageOf(request)
  // A stage without an address yet gets links to a host that never resolves.
  await buildWeb({ outdir: siteFolder, origin: siteUrl ?? 'https://address-not-known-yet.invalid' })
  await bundleFunctions({ outdir: functionsFolder })
  process.exitCode = runCdk(request)
  if (request.command === 'deploy' && process.exitCode === 0 && siteUrl === undefined) {
    console.log('The site is at the SiteUrl above. Deploy again with -c siteUrl=<that address>, so that')
    console.log('uploads and the addresses in its pages work.')
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
