import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './counts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (report: object): string => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [
    { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'adds' }] },
  ],
}
const playwrightStats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }

describe('vitestCounts', () => {
  test('takes the numbers of a successful run', () => {
    expect(vitestCounts(write(vitestReport), 0)).toEqual({ passed: 5, failed: 0 })
  })

  test('counts a skipped test and a file that does not load as failures', () => {
    const report = {
      ...vitestReport,
      numPendingTests: 1,
      testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }],
    }
    expect(vitestCounts(write(report), 1)).toEqual({ passed: 5, failed: 2 })
  })

  test('counts a run that crashed as one failure', () => {
    expect(vitestCounts(write(vitestReport), 1)).toEqual({ passed: 5, failed: 1 })
  })

  test('counts a run that ended before its report as one failure', () => {
    expect(vitestCounts(join(folder, 'missing.json'), 0)).toEqual({ passed: 0, failed: 1 })
  })

  test('counts a run without tests as one failure', () => {
    const report = { ...vitestReport, numPassedTests: 0, testResults: [] }
    expect(vitestCounts(write(report), 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('playwrightCounts', () => {
  test('counts a flaky journey as failed', () => {
    const stats = { ...playwrightStats, unexpected: 1, flaky: 1 }
    expect(playwrightCounts(write({ stats, errors: [] }), 1)).toEqual({ passed: 3, failed: 2 })
  })

  test('counts a run without journeys, or without a report, as one failure', () => {
    const stats = { ...playwrightStats, expected: 0 }
    expect(playwrightCounts(write({ stats, errors: [] }), 0)).toEqual({ passed: 0, failed: 1 })
    expect(playwrightCounts(join(folder, 'missing.json'), 0)).toEqual({ passed: 0, failed: 1 })
  })
})
