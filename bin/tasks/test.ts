import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithArguments } from './command-line/options.ts'
import { runChecks } from './checks.ts'
import { playwrightCounts, vitestCounts, type Counts } from './test/counts.ts'
import { playwrightFailures, vitestFailures } from './test/failures.ts'
import { runInLane } from './test/run-in-lane.ts'
import { writeRunRecord } from './test/run-record.ts'
import { summary, type Phase } from './test/summary.ts'

/**
 * `npm test`: runs the checks and every test project, even after a failure, and prints one summary at the end. Three
 * lanes run side by side: each one waits for its cloud or its browser about half of the time.
 */
endWithArguments(
  'npm test',
  'It runs everything. For one file: npx vitest run --project unit <path> (CONTRIBUTING.md lists the projects).',
)

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const phases: Phase[] = []
const startedAt = performance.now()

interface Result extends Counts {
  readonly failures?: readonly string[]
}

const phase = async (name: string, run: () => Promise<Result>): Promise<void> => {
  const phaseStartedAt = performance.now()
  const result = await run()
  phases.push({ name, failures: [], ...result, seconds: (performance.now() - phaseStartedAt) / 1000 })
}

/** Builds the files that both local clouds and the tests of the bundles share, once for all of them. */
const build = () =>
  phase('build', async () => {
    // esbuild is a Go program: a larger heap (2 GB) takes a quarter less processor time.
    const code = await runInLane('build', ['node', '--import', 'tsx', 'bin/tasks/build-for-tests.ts'], {
      GOGC: '800',
    })
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  })

const checks = () =>
  phase('check', async () => {
    const results = await runChecks()
    const passed = results.filter((result) => result.passed).length
    const failures = results.filter((result) => !result.passed).map((result) => `  ${result.name}`)
    return { passed, failed: results.length - passed, failures }
  })

const project = (name: string) => () =>
  phase(name, async () => {
    const report = join(reports, `${name}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await runInLane(name, ['vitest', 'run', '--project', name, ...reporters])
    return { ...vitestCounts(report, code), failures: vitestFailures(report) }
  })

/** Runs all journeys on one cloud. Journeys that would disturb others run last. */
const journeys = () =>
  phase('journeys', async () => {
    const report = join(reports, 'journeys.json')
    const code = await runInLane('journeys', ['playwright', 'test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      JOURNEYS: 'all',
    })
    return { ...playwrightCounts(report, code), failures: playwrightFailures(report) }
  })

const runInTurn = async (...steps: (() => Promise<void>)[]): Promise<void> => {
  for (const step of steps) await step()
}

await rm('.cache/logs-of-the-run', { recursive: true, force: true })
const built = build()
/** Longest first. A lane that has finished takes the next project, so that no processor is idle at the end. */
const waiting = [
  project('web'),
  project('reliability'),
  project('unit'),
  () => runInTurn(() => built, project('infra')),
  project('rules'),
  project('web-tabs'),
]
const takeWaiting = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next()
}
await Promise.all([
  // The permissions are compared with the calls that the tests of the operations made.
  runInTurn(() => built, project('operations'), project('permissions'), takeWaiting),
  runInTurn(() => built, journeys, takeWaiting),
  runInTurn(checks, takeWaiting),
])
// Searches what all clouds of the run have logged.
await project('logs')()

await rm(reports, { recursive: true, force: true })
writeRunRecord(phases, (performance.now() - startedAt) / 1000)
console.log(`\n${summary(phases, (performance.now() - startedAt) / 1000)}`)
process.exitCode = phases.some(({ failed }) => failed > 0) ? 1 : 0
