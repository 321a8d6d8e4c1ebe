import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.ts'
import { playwrightCounts, vitestCounts, type Counts } from './test/counts.ts'
import { runHere } from './test/run-here.ts'
import { summary, type Phase } from './test/summary.ts'

/** `npm test`: the checks, then every kind of test, whatever failed before; one summary at the end. */
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const phases: Phase[] = []

const phase = async (name: string, run: () => Promise<Counts>) => {
  console.log(`\n── ${name}`)
  const startedAt = performance.now()
  const counts = await run()
  phases.push({ name, ...counts, seconds: (performance.now() - startedAt) / 1000 })
}

await phase('check', async () => {
  const results = await runChecks()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
})

for (const project of ['unit', 'infra', 'operations', 'permissions'])
  await phase(project, async () => {
    const report = join(reports, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await runHere('vitest', ['run', '--project', project, ...reporters])
    return vitestCounts(report, code)
  })

await phase('journeys', async () => {
  const report = join(reports, 'journeys.json')
  const code = await runHere('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return playwrightCounts(report, code)
})

await rm(reports, { recursive: true, force: true })
console.log(`\n${summary(phases)}`)
process.exitCode = phases.some(({ failed }) => failed > 0) ? 1 : 0
