import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { progressPrinter, reportWhile } from './progress.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
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

describe('reportWhile', () => {
  test('prints for how long it has been waiting until the work ends', async () => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const work = async () => {
      vi.advanceTimersByTime(150_000)
      return 'done'
    }
    expect(await reportWhile('Running reconcile', work, 60_000, print)).toBe('done')
    vi.advanceTimersByTime(600_000)
    expect(lines).toEqual(['Running reconcile: 60 s so far.', 'Running reconcile: 2 min so far.'])
  })

  test('prints nothing after the work has failed', async () => {
    const lines: string[] = []
    const fail = () => sleep(0).then(() => Promise.reject(new Error('throttled')))
    const print = (line: string) => void lines.push(line)
    await expect(reportWhile('Running reconcile', fail, 60_000, print)).rejects.toThrow('throttled')
    vi.advanceTimersByTime(600_000)
    expect(lines).toEqual([])
  })
})
