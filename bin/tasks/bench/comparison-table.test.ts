import { describe, expect, test } from 'vitest'
import { blockingNote, comparisonFigures, comparisonTable } from './comparison-table.ts'
import type { Comparison } from './page-times.ts'
import type { Times } from './slow-page.ts'
import { isWithin } from './table.ts'
import { visitsTo } from './visits.ts'

const times = (over: Partial<Times> = {}): Times => ({
  firstPaint: 100,
  largestPaint: 200,
  moment: 0,
  blocked: 0,
  cpu: 50,
  kibibytes: 10,
  shift: 0,
  ...over,
})

const comparison = (over: Partial<Comparison> = {}): Comparison => ({
  visit: { name: '/', path: '/', copyOf: 'first paint' },
  ours: [times({ largestPaint: 210, kibibytes: 30 }), times({ largestPaint: 220, kibibytes: 30 })],
  copies: [times(), times()],
  fallbackFontHeadings: 0,
  ...over,
})

describe('the comparison of pages with their static copies', () => {
  test('shows the ratios of paints, work and bytes with their spread', () => {
    expect(comparisonTable([comparison()]).split('\n').at(-1)).toBe(
      '| / | 1.00 (1.00 to 1.00) | 1.08 (1.06 to 1.09) |  | 1.00 (1.00 to 1.00) | 3.00 (3.00 to 3.00) |',
    )
  })

  test('leaves out the largest paint of a page in which the visitor types before it', () => {
    const row = comparison({ ours: [times({ largestPaint: 0 }), times()] })
    expect(comparisonTable([row]).split('\n').at(-1)).toBe(
      '| / | 1.00 (1.00 to 1.00) |  |  | 1.00 (1.00 to 1.00) | 1.00 (1.00 to 1.00) |',
    )
  })

  test('names the moment for which a visitor waits', () => {
    const moment = { name: 'the first row is readable', visible: 'li' }
    const row = comparison({
      visit: { name: '/library', path: '/library', copyOf: 'result', moment },
      ours: [times({ moment: 300 })],
      copies: [times({ moment: 200 })],
    })
    expect(comparisonTable([row])).toContain('| the first row is readable: 1.50 (1.50 to 1.50) |')
  })

  test('fails for a layout shift in any load, and for a heading in another typeface', () => {
    const withinOf = (one: Comparison) => comparisonFigures([one]).map(isWithin)
    expect(withinOf(comparison())).toEqual([true, true])
    expect(withinOf(comparison({ ours: [times(), times({ shift: 0.02 })] }))).toEqual([false, true])
    expect(withinOf(comparison({ fallbackFontHeadings: 1 }))).toEqual([true, false])
  })

  test('reports the blocking of each page', () => {
    const slow = comparison({ ours: [times({ blocked: 20 }), times({ blocked: 0 }), times({ blocked: 61 })] })
    expect(blockingNote([slow])).toBe(
      'Blocking by scripts after the first paint, median (longest): / 20 ms (61 ms).',
    )
  })
})

describe('the visits to compare', () => {
  test('are all of them, or those to one page', () => {
    expect(visitsTo(undefined).map(({ name }) => name)).toContain('/library')
    expect(visitsTo('/pricing').map(({ name }) => name)).toEqual(['/pricing', '/pricing, after /'])
    expect(() => visitsTo('/nothing')).toThrow('--page must be one of /, /pricing')
  })
})
