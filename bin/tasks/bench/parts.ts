import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { readOrEnd } from '../command-line/options.ts'
import { scalePage } from '../costs/page.ts'
import { formatText } from '../format/format-text.ts'
import { measureFunctions } from './functions.ts'
import { isHealthy, loadReport } from './load-result.ts'
import { measureLoad } from './load.ts'
import type { BenchOptions } from './options.ts'
import { versionOfNode } from './functions/cold-start.ts'
import { functionTable, isWithinBudget } from './functions/rows.ts'

type PartOptions<Part extends BenchOptions['part']> = Extract<BenchOptions, { readonly part: Part }>

const writePage = async (path: string, page: string): Promise<void> => {
  writeFileSync(path, await formatText(path, page))
  console.log(`Wrote ${path}.`)
}

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

/** With another Node.js than Lambda's, `BENCH_NODE` names the binary that starts the functions. */
const benchFunctions = async ({ names, rounds, record }: PartOptions<'functions'>): Promise<void> => {
  const node = await readOrEnd(versionOfNode)
  const rows = await measureFunctions(names, rounds)
  const table = functionTable(rows)
  console.log(`\n${table}`)
  if (record) await writePage('docs/bench-functions.md', functionsPage(table, rounds, node))
  process.exitCode = rows.every(isWithinBudget) ? 0 : 1
}

const loadPage = (report: string): string => `# Measurements under load

${recordedWith('npm run bench -- --load --record')}

Members visit the local cloud at the same time, each without a pause: emulators, functions and these requests share one machine, so only the ratios are meaningful. \`is-user-subscribed\` reads the caller's access from the table, and nothing else. The run fails at the first error, and if the memory of the cloud in the last quarter exceeds that in the first by a fifth.

${report}
`

const benchLoad = async ({ members, seconds, record }: PartOptions<'load'>): Promise<void> => {
  const result = await measureLoad(members, seconds)
  const report = loadReport(result)
  console.log(`\n${report}`)
  if (record) await writePage('docs/bench-load.md', loadPage(report))
  process.exitCode = isHealthy(result) ? 0 : 1
}

/** Runs a part that measures neither the pages nor the start of the local cloud. */
export const runPart = async (options: PartOptions<'functions' | 'load' | 'scale'>): Promise<void> => {
  if (options.part === 'functions') await benchFunctions(options)
  else if (options.part === 'load') await benchLoad(options)
  else await writePage('docs/scale.md', scalePage())
}
