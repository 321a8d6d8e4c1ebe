import { parseArgs } from 'node:util'
import { sourceFiles } from '../boundaries/source-files.ts'
import { isTestFile } from '../boundaries/zones.ts'

/** Domains whose guards protect money and accounts. */
const defaultFolders = [
  'subscriptions',
  'passes',
  'payments',
  'withdrawals',
  'stripe-events',
  'identity',
  'account',
].map((domain) => `services/${domain}`)

export interface Options {
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
  if (!(index >= 1 && index <= count)) throw new Error(`--shard must be like 1/4, not ${shard}`)
  return (_file: string, position: number) => position % count === index - 1
}

export const readOptions = (args: string[]): Options => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      shard: { type: 'string', default: '1/1' },
      'without-models': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  })
  const folders = positionals.length === 0 ? defaultFolders : positionals.map((one) => one.replace(/\/$/, ''))
  const targets = sourceFiles(process.cwd())
    .filter((file) => /^(?:services|shared\/rules)\//.test(file))
    .filter((file) => !isTestFile(file) && !file.endsWith('/function.ts'))
    .filter((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))
    .toSorted()
    .filter(inShard(values.shard))
  if (targets.length === 0) throw new Error(`No source files in ${folders.join(', ')}`)
  return {
    targets,
    withoutModels: values['without-models'],
    verbose: values.verbose,
  }
}
