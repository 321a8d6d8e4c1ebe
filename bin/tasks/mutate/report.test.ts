import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkAccepted } from './accepted.ts'
import type { Outcome } from './outcomes.ts'
import { report } from './report.ts'

const file = 'services/sample/sample.ts'
const outcome = (change: 'true' | 'false', isKilled: boolean): Outcome => ({
  site: { id: 'guard', file, line: 1, code: 'a < b', changes: [change] },
  change,
  isKilled,
  isReached: true,
})
const entry = {
  file,
  code: 'a < b',
  change: 'false',
  reason: 'Both results lead to the same response.',
}

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Reports 99 mutants that tests detect, and one that no test detects. */
const reportOneSurvivor = (entries: readonly (typeof entry)[]): boolean => {
  const outcomes = [...Array.from({ length: 99 }, () => outcome('true', true)), outcome('false', false)]
  const accepted = checkAccepted(entries, outcomes, [file])
  return report({ outcomes, accepted, unreliable: new Set() })
}

describe('report of the mutants', () => {
  test('fails with a single survivor that was not accepted', () => {
    expect(reportOneSurvivor([])).toBe(false)
  })

  test('prints accepted survivors with their reasons, and the shares with and without them', () => {
    expect(reportOneSurvivor([entry])).toBe(true)
    expect(printed.join('\n')).toContain(entry.reason)
    expect(printed.join('\n')).toContain('99 of 100 (99.0 %) mutants detected, 99 of 99 (100.0 %) without')
  })
})
