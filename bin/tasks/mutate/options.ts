import { sourceFiles } from '../boundaries/source-files.ts'
import { isTestFile } from '../boundaries/zones.ts'
import { parseCommandLine } from '../command-line/options.ts'

const usage = `npm run mutate -- [<folder> …] [--shard 1/4] [--without-models] [--verbose]

Changes one guard after the other, and lists the changes that no test in memory detects.

<folder>          in services or shared/rules; default: the domains whose guards protect money and accounts
--shard           takes every fourth file
--without-models  leaves out the models of test/reliability, which take most of the time
--verbose         shows what vitest prints`

/** Domains whose guards protect money and accounts. */
const defaultFolders = [
  'subscriptions',
  'passes',
  'payments',
  'withdrawals',
  'stripe-events',
  'identity',
  'passkeys',
  'account',
].map((domain) => `services/${domain}`)

export interface MutateOptions {
  /** Files whose guards are changed, as paths from the root. */
  readonly targets: readonly string[]
  /** Leaves out the models of test/reliability, which take most of the time. */
  readonly withoutModels: boolean
  readonly verbose: boolean
}

/** `2/4` takes the second, sixth, … file. */
const inShard = (shard: string) => {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(shard) ?? []
  const [index, count] = [Number(part), Number(of)]
  if (!(index >= 1 && index <= count)) throw new Error(`--shard must be like 1/4, not ${shard}.\n\n${usage}`)
  return (_file: string, position: number) => position % count === index - 1
}

/**
 * Parses the command line of `npm run mutate`.
 *
 * @throws Error with the usage
 */
export const readMutateOptions = (args: readonly string[], env: NodeJS.ProcessEnv): MutateOptions => {
  const options = {
    shard: { type: 'string', default: '1/1' },
    'without-models': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseCommandLine(
    { args: [...args], allowPositionals: true, options },
    usage,
    env,
  )
  const folders = positionals.length === 0 ? defaultFolders : positionals.map((one) => one.replace(/\/$/, ''))
  const targets = sourceFiles(process.cwd())
    .filter((file) => /^(?:services|shared\/rules)\//.test(file))
    .filter((file) => !isTestFile(file) && !file.endsWith('/function.ts'))
    .filter((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))
    .toSorted()
    .filter(inShard(values.shard))
  if (targets.length === 0) throw new Error(`No source files in ${folders.join(', ')}.\n\n${usage}`)
  return {
    targets,
    withoutModels: values['without-models'],
    verbose: values.verbose,
  }
}
