import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readRunRecord, writeRunRecord } from '../test/run-record.ts'
import { isWithin } from './table.ts'
import { testTime } from './test-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-record-'))
afterAll(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-11-21T23:15:00.000Z')
const passed = { passed: 3, failed: 0 }

describe('the time of npm test', () => {
  test('is read from the record of the last complete run', () => {
    const file = join(folder, 'cache', 'passed.json')
    writeRunRecord([passed, passed], 900, { file, now })
    writeRunRecord([passed, { passed: 4, failed: 0 }], 301.25, { file, now })
    const { figures, note } = testTime(readRunRecord(file))
    expect(figures).toEqual([{ what: 'npm test on this machine', value: 301.25, budget: 360, unit: 's' }])
    expect(note).toBe('The time of `npm test` is from the last run, on 2026-11-21: 7 passed.')
  })

  test('is over its budget after six minutes', () => {
    const figuresOf = (seconds: number) =>
      testTime({ endedAt: now.toISOString(), seconds, ...passed }).figures.map(isWithin)
    expect([figuresOf(360), figuresOf(360.1)]).toEqual([[true], [false]])
  })

  test('is missing, with the reason, when no run is recorded', () => {
    expect(testTime(readRunRecord(join(folder, 'missing.json')))).toEqual({
      figures: [],
      note: 'The time of `npm test` is missing: no run is recorded. Run `npm test` first.',
    })
  })

  test('is missing, with the reason, when the last run failed', () => {
    const file = join(folder, 'failed.json')
    writeRunRecord([passed, { passed: 0, failed: 2 }], 60, { file, now })
    expect(testTime(readRunRecord(file))).toEqual({
      figures: [],
      note: 'The time of `npm test` is missing: 2 failed in the last run, on 2026-11-21.',
    })
  })
})
