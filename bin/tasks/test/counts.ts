import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

export const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      /** Path of the test file. */
      name: z.string(),
      status: z.string(),
      /** The error of a file that did not load. */
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const playwrightError = z.object({ message: z.string().optional() })

const playwrightSuite = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        line: z.number(),
        ok: z.boolean(),
        tests: z.array(z.object({ results: z.array(z.object({ errors: z.array(playwrightError) })) })),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})
export type PlaywrightSuite = z.infer<typeof playwrightSuite>

export const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(playwrightError),
  suites: z.array(playwrightSuite).default([]),
})

const oneFailure: Counts = { passed: 0, failed: 1 }

/** Adds a failure to a run that has none but did not succeed: it crashed, ended early, or ran no test. */
const withRunFailure = (counts: Counts, exitCode: number): Counts => {
  if (counts.failed > 0) return counts
  if (counts.passed === 0) return oneFailure
  return exitCode === 0 ? counts : { ...counts, failed: 1 }
}

/** Returns `undefined` without a report: a run writes it when it ends. */
export const readReport = <S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined

/** Counts the tests in Vitest's JSON report. A skipped test counts as failed, because it proves nothing. */
export const vitestCounts = (file: string, exitCode: number): Counts => {
  const report = readReport(file, vitestReport)
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
  const report = readReport(file, playwrightReport)
  if (report === undefined) return oneFailure
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + skipped + report.errors.length
  return withRunFailure({ passed: expected, failed }, exitCode)
}
