import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { scalePage } from '../costs/page.ts'
import { formatText } from '../format/format-text.ts'
import { measureFunctions } from './functions.ts'
import { isHealthy, loadReport } from './load-result.ts'
import { measureLoad } from './load.ts'
import { versionOfNode } from './functions/cold-start.ts'
import { functionTable, isWithinBudget } from './functions/rows.ts'

const writePage = async (path: string, page: string): Promise<void> =>
  writeFileSync(path, await formatText(path, page))

/** Returns when and where a page was recorded. */
const recordedWith = (command: string, node = process.versions.node): string =>
  `Recorded by \`${command}\` on ${new Date().toISOString().slice(0, 10)}: Node.js ${node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}).`

const functionsPage = (
  table: string,
  rounds: number,
  node: string,
): string => `# Measurements of the functions

${recordedWith('npm run bench -- --functions --record', node)}

Each function's deployed bundle is loaded in a new process and handles one request, ${rounds} times, in turn with all others. Load and first response are divided by those of a bare minified function that reads one item with \`@aws-sdk/lib-dynamodb\`, measured in the same rounds: 1.00 is as slow as the SDK alone. The figures are medians with half the distance between the quartiles. DynamoDB, Cognito, the secrets and Stripe respond immediately from the same machine.

The budgets apply to the fastest starts, because other work on the machine can only add time: load / first response. A function has no first response here if it needs more than the sample request offers: a subscription, the second factor, a body or other records. The command fails if one that responded stops responding.

${table}
`

const numberAfter = (args: readonly string[], option: string, otherwise: number): number => {
  const at = args.indexOf(option)
  return at < 0 ? otherwise : Number(args[at + 1])
}

/**
 * `--functions [name…] [--rounds 15] [--record]`: all functions unless some are named. With another Node.js than
 * Lambda's, `BENCH_NODE` names the binary that starts them.
 */
const benchFunctions = async (args: readonly string[]): Promise<void> => {
  const rounds = numberAfter(args, '--rounds', 15)
  const names = args.filter((arg) => /^[a-z]/.test(arg))
  const node = await versionOfNode()
  const rows = await measureFunctions(names, rounds)
  const table = functionTable(rows)
  console.log(`\n${table}`)
  if (args.includes('--record'))
    await writePage('docs/bench-functions.md', functionsPage(table, rounds, node))
  process.exitCode = rows.every(isWithinBudget) ? 0 : 1
}

const loadPage = (report: string): string => `# Measurements under load

${recordedWith('npm run bench -- --load --record')}

Members visit the local cloud at the same time, each without a pause: emulators, functions and these requests share one machine, so only the ratios are meaningful. \`is-user-subscribed\` reads the caller's access from the table, and nothing else. The run fails at the first error, and if the memory of the cloud in the last quarter exceeds that in the first by a fifth.

${report}
`

/** `--load [--seconds 120] [--members 8] [--record]`. */
const benchLoad = async (args: readonly string[]): Promise<void> => {
  const result = await measureLoad(numberAfter(args, '--members', 8), numberAfter(args, '--seconds', 120))
  const report = loadReport(result)
  console.log(`\n${report}`)
  if (args.includes('--record')) await writePage('docs/bench-load.md', loadPage(report))
  process.exitCode = isHealthy(result) ? 0 : 1
}

/** Runs the part of the measurements that an option names. Returns false if none is named. */
export const runPart = async (args: readonly string[]): Promise<boolean> => {
  if (args.includes('--functions')) await benchFunctions(args)
  else if (args.includes('--load')) await benchLoad(args)
  else if (args.includes('--scale')) await writePage('docs/scale.md', scalePage())
  else return false
  return true
}
