import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { playwrightFailures, vitestFailures } from './failures.ts'
import { summary } from './summary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'failures-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (report: object): string => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }

test('names a failed test, a skipped one and a file that did not load', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      {
        name: 'rules/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'divides', failureMessages: ['expected 2, got 3'] },
          { status: 'pending', fullName: 'multiplies', failureMessages: [] },
        ],
      },
      { name: 'rules/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  expect(vitestFailures(write(report))).toEqual([
    '  rules/a.test.ts › divides\n    expected 2, got 3',
    '  rules/a.test.ts › multiplies',
    '  rules/b.test.ts\n    no such module',
  ])
})

test('names a failed journey of a nested suite, without the colours of its error', () => {
  const errors = [{ message: '\u001B[31mtimeout\u001B[39m' }]
  const failed = {
    title: 'pays',
    file: 'pay.journey.ts',
    line: 7,
    ok: false,
    tests: [{ results: [{ errors }] }],
  }
  const report = { stats, errors: [], suites: [{ specs: [], suites: [{ specs: [failed] }] }] }
  expect(playwrightFailures(write(report))).toEqual(['  pay.journey.ts:7 › pays\n    timeout'])
})

test('shows an error outside the journeys', () => {
  const report = { stats, errors: [{ message: 'the cloud did not start' }], suites: [] }
  expect(playwrightFailures(write(report))).toEqual(['  outside the journeys\n    the cloud did not start'])
})

test('names nothing without a report', () => {
  expect(vitestFailures(join(folder, 'missing.json'))).toEqual([])
  expect(playwrightFailures(join(folder, 'missing.json'))).toEqual([])
})

test('prints the failed tests before the phases, and the total on the last line alone', () => {
  const phases = [
    { name: 'check', passed: 6, failed: 0, seconds: 4, failures: [] },
    { name: 'unit', passed: 30, failed: 2, seconds: 5.04, failures: ['  a.test.ts › adds'] },
  ]
  const lines = summary(phases, 9).split('\n')
  expect(lines.slice(0, 2)).toEqual(['Failed in unit:', '  a.test.ts › adds'])
  expect(lines.at(-1)).toBe('36 passed, 2 failed')
})
