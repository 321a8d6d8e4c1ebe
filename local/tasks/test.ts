import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.ts'
import { playwrightCounts, vitestCounts, type Counts } from './test/counts.ts'
import { runInLane } from './test/run-in-lane.ts'
import { summary, type Phase } from './test/summary.ts'

/**
 * `npm test`: the checks and every kind of test, whatever failed before; one summary at the end. Two lanes run side
 * by side, each with a cloud of its own: one alone leaves half of two cores idle while it waits for the other end.
 */
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const phases: Phase[] = []
const startedAt = performance.now()

const phase = async (name: string, run: () => Promise<Counts>) => {
  const phaseStartedAt = performance.now()
  const counts = await run()
  phases.push({ name, ...counts, seconds: (performance.now() - phaseStartedAt) / 1000 })
}

const checks = () =>
  phase('check', async () => {
    const results = await runChecks()
    const passed = results.filter((result) => result.passed).length
    return { passed, failed: results.length - passed }
  })

const project = (name: string) =>
  phase(name, async () => {
    const report = join(reports, `${name}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return vitestCounts(report, await runInLane(name, ['vitest', 'run', '--project', name, ...reporters]))
  })

const journeys = () =>
  phase('journeys', async () => {
    const report = join(reports, 'journeys.json')
    const code = await runInLane('journeys', ['playwright', 'test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
    return playwrightCounts(report, code)
  })

const inTurn = async (...steps: (() => Promise<void>)[]) => {
  for (const step of steps) await step()
}

await Promise.all([
  // What the operations leave behind is what the permissions are held against.
  inTurn(
    () => project('operations'),
    () => project('permissions'),
    () => project('reliability'),
  ),
  inTurn(
    checks,
    () => project('unit'),
    () => project('web'),
    () => project('infra'),
    journeys,
  ),
])

await rm(reports, { recursive: true, force: true })
console.log(`\n${summary(phases, (performance.now() - startedAt) / 1000)}`)
process.exitCode = phases.some(({ failed }) => failed > 0) ? 1 : 0
