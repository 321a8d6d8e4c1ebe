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

/** A run that failed although no test did (a crash, a file that does not load) is one failure. */
const withCrash = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

const read = <S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined

/** Counts of Vitest's JSON report. A skipped test counts as failed: it proves nothing. */
export const vitestCounts = (file: string, exitCode: number): Counts => {
  const report = read(file, vitestReport)
  if (report === undefined) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return withCrash(
    { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + unloaded.length },
    exitCode,
  )
}

/** Counts of Playwright's JSON report. There are no retries, so that flaky means failed. */
export const playwrightCounts = (file: string, exitCode: number): Counts => {
  const report = read(file, playwrightReport)
  if (report === undefined) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return withCrash(
    { passed: expected, failed: unexpected + flaky + skipped + report.errors.length },
    exitCode,
  )
}
