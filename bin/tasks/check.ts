import { readOrEnd } from './command-line/options.ts'
import { readCheckNames, runChecks } from './checks.ts'

/** `npm run check [-- <name> …]`: all checks, or the named ones. */
const names = await readOrEnd(() => readCheckNames(process.argv.slice(2), process.env))
const results = await runChecks(names)
const failed = results.filter((result) => !result.passed)
console.log(
  failed.length === 0
    ? `All ${results.length} checks passed.`
    : `${failed.length} of ${results.length} checks failed: ${failed.map((result) => result.name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
