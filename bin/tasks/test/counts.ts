import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

const oneFailure: Counts = { passed: 0, failed: 1 }

/** Adds a failure to a run that has none but did not succeed: it crashed, ended early, or ran no test. */
const withRunFailure = (counts: Counts, exitCode: number): Counts => {
  if (counts.failed > 0) return counts
  if (counts.passed === 0) return oneFailure
  return exitCode === 0 ? counts : { ...counts, failed: 1 }
}

/** Returns `undefined` without a report: a run writes it when it ends. */
const read = <S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined

/** Counts the tests in Vitest's JSON report. A skipped test counts as failed, because it proves nothing. */
export const vitestCounts = (file: string, exitCode: number): Counts => {
  const report = read(file, vitestReport)
  if (report === undefined) return oneFailure
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  const failed = numFailedTests + numPendingTests + numTodoTests + unloaded.length
  return withRunFailure({ passed: numPassedTests, failed }, exitCode)
}

/** Counts the tests in Playwright's JSON report. There are no retries, so flaky means failed. */
export const playwrightCounts = (file: string, exitCode: number): Counts => {
  const report = read(file, playwrightReport)
  if (report === undefined) return oneFailure
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + skipped + report.errors.length
  return withRunFailure({ passed: expected, failed }, exitCode)
}
