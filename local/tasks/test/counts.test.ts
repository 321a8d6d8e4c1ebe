import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './counts.ts'
import { summary } from './summary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const written = (report: object) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
}

test('takes the numbers of a good run', () => {
  expect(vitestCounts(written(vitestReport), 0)).toEqual({ passed: 5, failed: 0 })
})

test('counts a skipped test and a file that does not load as failures', () => {
  const report = {
    ...vitestReport,
    numPendingTests: 1,
    testResults: [{ status: 'failed', assertionResults: [] }],
  }
  expect(vitestCounts(written(report), 1)).toEqual({ passed: 5, failed: 2 })
})

test('counts a run that crashed as one failure', () => {
  expect(vitestCounts(written(vitestReport), 1)).toEqual({ passed: 5, failed: 1 })
  expect(vitestCounts(join(folder, 'missing.json'), 1)).toEqual({ passed: 0, failed: 1 })
})

test('counts a journey that needed luck as failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }
  expect(playwrightCounts(written({ stats, errors: [] }), 1)).toEqual({ passed: 3, failed: 2 })
})

test('ends with the sum alone on a line', () => {
  const phases = [
    { name: 'check', passed: 6, failed: 0, seconds: 4 },
    { name: 'unit', passed: 30, failed: 2, seconds: 5.04 },
  ]
  expect(summary(phases, 9).split('\n').at(-1)).toBe('36 passed, 2 failed')
})
