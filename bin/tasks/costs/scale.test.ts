import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatText } from '../format/format-text.ts'
import { limits } from './limits.ts'
import { scalePage } from './page.ts'
import { priceOf } from './prices.ts'
import { callsPerMonth, costOf, unitsOfLibrary, useOfCall, useOfMonth } from './use.ts'

describe('docs/scale.md', () => {
  test('matches the output of npm run bench -- --scale', async () => {
    const page = await formatText('docs/scale.md', scalePage())
    expect(readFileSync('docs/scale.md', 'utf8')).toBe(page)
  })
})

describe('the costs of a month', () => {
  test('begin after the free amounts', () => {
    expect(priceOf('activeUsers', 10_000)).toBe(0)
    expect(priceOf('activeUsers', 10_100)).toBeCloseTo(1.5)
  })

  test('grow with the members, and never faster', () => {
    const perMember = [100_000, 10_000_000].map(
      (members) => costOf(useOfMonth(members), { isWholeMonth: true }) / members,
    )
    expect(perMember[1]).toBeGreaterThan(perMember[0] ?? 0)
    expect(perMember[1]).toBeLessThan(2 * (perMember[0] ?? 0))
  })

  test('include what an email, a page and a trace cost', () => {
    const use = useOfMonth(1000)
    const calls = 1000 * callsPerMonth()
    expect(use.lambdaRequests).toBeCloseTo(calls + (use.emails ?? 0))
    for (const name of ['edgeFunctions', 'accessLogs', 'traces'] as const)
      expect(use[name]).toBeGreaterThan(0)
    // Fewer requests than seconds: all of them may be traced.
    expect(use.traces).toBe(use.lambdaRequests)
  })

  test('count the library as the limits do', () => {
    expect(useOfCall('get-library').readUnits).toBe(unitsOfLibrary + 1)
  })

  test('have limits that are in order', () => {
    const members = limits.map((limit) => limit.members)
    expect(members).toEqual(members.toSorted((a, b) => a - b))
  })
})
