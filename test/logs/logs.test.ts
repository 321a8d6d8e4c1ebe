import { describe, expect, test } from 'vitest'
import { keptLogLines } from '#local/emulator/lambda/log-store.ts'
import { leaksIn } from '../kit/leaks.ts'
import { recordedLogs, runsWithACloud } from '../kit/recorded-logs.ts'

describe.each(runsWithACloud)('logs of all functions in the run of the %s', (run) => {
  const { lines, tokens } = recordedLogs(run)

  test('are complete', () => {
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length, 'the oldest lines were dropped').toBeLessThan(keptLogLines)
  })

  test('contain no name, address, key or token', () => {
    const leaks = lines.flatMap((line) => leaksIn(line.text, tokens).map((leak) => ({ leak, ...line })))
    expect(leaks.slice(0, 10)).toEqual([])
  })
})
