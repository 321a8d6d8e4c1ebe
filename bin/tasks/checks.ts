import { availableParallelism } from 'node:os'
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
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings', '--format', 'stylish'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  {
    name: 'format',
    command: ['prettier', '--check', '.', '--log-level', 'warn'],
    remedy: 'npx prettier --write .',
  },
  { name: 'unused', command: ['knip'] },
  { name: 'boundaries', command: script('boundaries.ts') },
  { name: 'security-page', command: script('security-page.ts') },
  { name: 'api-docs', command: script('api-docs.ts', '--check'), remedy: 'npm run api-docs' },
]

export type CheckResult = Outcome & { readonly name: string }

const runOne = async ({ name, command: [program, ...args], remedy }: Check): Promise<CheckResult> => {
  const outcome = await runCommand(program, args)
  console.log(`${outcome.passed ? '✓' : '✗'} ${name} (${outcome.seconds.toFixed(1)} s)`)
  if (!outcome.passed) {
    console.log(outcome.output.trimEnd())
    if (remedy !== undefined) console.log(`  Repair with: ${remedy}`)
  }
  return { name, ...outcome }
}

/** Runs the named checks, or all of them when none is named. Runs one per core at a time. */
export const runChecks = async (names: readonly string[] = []): Promise<CheckResult[]> => {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name))
  if (unknown.length > 0)
    throw new Error(
      `Unknown check: ${unknown.join(', ')}. Available: ${checks.map(({ name }) => name).join(', ')}.`,
    )
  const waiting = checks.filter((check) => names.length === 0 || names.includes(check.name))
  const results: CheckResult[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      results.push(await runOne(check))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}
