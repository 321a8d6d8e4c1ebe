import { describe, expect, test } from 'vitest'
import { growthOf, isHealthy, type LoadResult, loadReport, reference } from './load-result.ts'

const result = (given: Partial<LoadResult> = {}): LoadResult => ({
  seconds: 10,
  times: new Map([
    [reference.name, [10, 10, 20]],
    ['get-library', [20, 30, 40]],
  ]),
  errors: [],
  megabytes: [500, 510, 520, 505],
  ...given,
})

describe('the report of a load test', () => {
  test('compares each operation with the one that only reads the table', () => {
    const report = loadReport(result())
    expect(report).toContain('6 requests in 10 s: 0.6 a second. 0 errors.')
    expect(report).toContain('| get-library | 3 | 30.0 | 39.0 | 39.8 | 3.00 | 2.05 |')
  })

  test('accepts flat memory, and rejects growth, errors and an empty run', () => {
    expect(growthOf({ megabytes: [100, 100, 150, 200] })).toBe(2)
    expect(isHealthy(result())).toBe(true)
    expect(isHealthy(result({ megabytes: [500, 600, 700, 800] }))).toBe(false)
    expect(isHealthy(result({ errors: ['get-access: 500'] }))).toBe(false)
    expect(isHealthy(result({ times: new Map() }))).toBe(false)
  })
})
