import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { progressPrinter } from './progress.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

describe('progressPrinter', () => {
  test('prints nothing about short work, and one line in five seconds about long work', () => {
    const lines: string[] = []
    const progress = progressPrinter(undefined, (line) => lines.push(line))
    for (let done = 1; done <= 120; done += 1) {
      vi.setSystemTime(Date.now() + 100)
      progress(`${done} of 120 done`)
    }
    expect(lines).toEqual(['50 of 120 done', '100 of 120 done'])
  })
})
