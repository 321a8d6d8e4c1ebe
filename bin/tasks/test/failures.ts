import { relative } from 'node:path'
import { playwrightReport, readReport, vitestReport, type PlaywrightSuite } from './counts.ts'

const linesOfAnError = 12

/** The beginning of an error: the message and the expected and received values, without colours. */
const beginning = (error: string): string =>
  error
    // oxlint-disable-next-line no-control-regex -- colours of a terminal begin with a control character
    .replace(/\u001B\[[\d;]*m/g, '')
    .split('\n')
    .slice(0, linesOfAnError)
    .map((line) => `    ${line}`)
    .join('\n')

const failure = (title: string, errors: readonly string[]): string =>
  [`  ${title}`, ...errors.map(beginning)].join('\n')

const pathOf = (file: string): string => relative(process.cwd(), file)

/** Names each failed or skipped test in Vitest's JSON report, with the beginning of its error. */
export const vitestFailures = (file: string): string[] => {
  const files = readReport(file, vitestReport)?.testResults ?? []
  return files.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [failure(pathOf(name), [message ?? ''])]
    return assertionResults
      .filter((result) => result.status !== 'passed')
      .map((result) => failure(`${pathOf(name)} › ${result.fullName}`, result.failureMessages ?? []))
  })
}

const failuresOfSuite = ({ specs, suites }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return failure(
        `${file}:${String(line)} › ${title}`,
        errors.map(({ message }) => message ?? ''),
      )
    }),
  ...suites.flatMap(failuresOfSuite),
]

/** Names each failed journey in Playwright's JSON report, with the beginning of its errors. */
export const playwrightFailures = (file: string): string[] => {
  const report = readReport(file, playwrightReport)
  if (report === undefined) return []
  const runFailures = report.errors.map(({ message }) => failure('outside the journeys', [message ?? '']))
  return [...report.suites.flatMap(failuresOfSuite), ...runFailures]
}
