import { availableParallelism } from 'node:os'
import { parseCommandLine } from './command-line/options.ts'
import { fingerprint, openPassedChecks, type PassedChecks } from './check/passed-checks.ts'
import { runCommand, type Outcome } from './run-command.ts'

interface Check {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Command that repairs a failure, if there is one. */
  readonly remedy?: string
}

const script = (file: string, ...args: string[]): Check['command'] => [
  'node',
  '--import',
  'tsx',
  `bin/tasks/${file}`,
  ...args,
]

/** Slowest first, so that no core waits at the end. */
const checks: readonly Check[] = [
  // Also checks the types. tsc would read the same files and resolve the same types once more.
  {
    name: 'lint',
    command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings', '--format', 'stylish'],
  },
  { name: 'unused', command: ['knip'] },
  { name: 'boundaries', command: script('boundaries.ts') },
  { name: 'security-page', command: script('security-page.ts') },
  { name: 'api-docs', command: script('api-docs.ts', '--check'), remedy: 'npm run api-docs' },
  { name: 'format', command: ['oxfmt', '--check'], remedy: 'npx oxfmt' },
]

export type CheckResult = Outcome & { readonly name: string }

const unchanged: Outcome = { passed: true, output: '', seconds: 0 }

const runOne = async (check: Check, passedChecks: PassedChecks): Promise<CheckResult> => {
  const { name, command, remedy } = check
  if (passedChecks.has(name, command)) {
    console.log(`✓ ${name} (nothing has changed since it passed)`)
    return { name, ...unchanged }
  }
  const [program, ...args] = command
  const outcome = await runCommand(program, args)
  console.log(`${outcome.passed ? '✓' : '✗'} ${name} (${outcome.seconds.toFixed(1)} s)`)
  if (!outcome.passed) {
    console.log(outcome.output.trimEnd())
    if (remedy !== undefined) console.log(`  Repair with: ${remedy}`)
  }
  return { name, ...outcome }
}

/**
 * Parses the command line of `npm run check`.
 *
 * @throws Error with the names of all checks
 */
export const readCheckNames = (args: readonly string[], env: NodeJS.ProcessEnv): readonly string[] => {
  const usage = `npm run check [-- <name> …]: ${checks.map(({ name }) => name).join(', ')}.`
  const { positionals } = parseCommandLine({ args: [...args], allowPositionals: true }, usage, env)
  const unknown = positionals.find((name) => !checks.some((check) => check.name === name))
  if (unknown !== undefined) throw new Error(`Unknown check "${unknown}".\n\n${usage}`)
  return positionals
}

/**
 * Runs the named checks, or all of them when none is named. Runs one per core at a time. Skips those that have passed
 * since the last change of any file.
 */
export const runChecks = async (names: readonly string[] = []): Promise<CheckResult[]> => {
  const waiting = checks.filter((check) => names.length === 0 || names.includes(check.name))
  const sources = await fingerprint()
  const passedChecks = openPassedChecks(sources)
  const results: CheckResult[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      results.push(await runOne(check, passedChecks))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  // A file that was changed in the meantime may have been read before or after the change.
  if ((await fingerprint()) === sources)
    for (const { name, command } of checks)
      if (results.some((result) => result.name === name && result.passed)) passedChecks.add(name, command)
  return results
}
