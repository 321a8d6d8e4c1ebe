import { expect, test } from 'vitest'
import { periodLabel, periodOf, periodsBetween, sixMonthsBefore } from './referral-periods.ts'

test.each([
  ['2026-11-20', 'day', '2026-11-20'],
  ['2026-11-20', 'week', '2026-11-16'],
  ['2026-11-16', 'week', '2026-11-16'],
  ['2026-11-22', 'week', '2026-11-16'],
  ['2027-01-01', 'week', '2026-12-28'],
  ['2026-11-30', 'month', '2026-11-01'],
] as const)('%s is in the %s starting on %s', (day, grouping, period) => {
  expect(periodOf(day, grouping)).toBe(period)
})

test.each([
  ['2026-11-01', 'month', 'November 2026'],
  ['2026-11-16', 'week', 'Week of 16 November 2026 to 22 November 2026'],
  ['2026-12-28', 'week', 'Week of 28 December 2026 to 3 January 2027'],
  ['2026-11-20', 'day', '20 November 2026'],
] as const)('the label of %s by %s is "%s"', (period, grouping, label) => {
  expect(periodLabel(period, grouping)).toBe(label)
})

test('lists every period of a range once, across clock changes and the end of the year', () => {
  expect(periodsBetween('2026-03-28', '2026-03-30', 'day')).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ])
  expect(periodsBetween('2026-10-24', '2026-11-02', 'week')).toEqual([
    '2026-10-19',
    '2026-10-26',
    '2026-11-02',
  ])
  expect(periodsBetween('2026-11-30', '2027-02-01', 'month')).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
  ])
  expect(periodsBetween('2020-01-01', '2025-01-01', 'month')).toHaveLength(61)
})

test.each([
  ['2026-11-20', '2026-05-20'],
  ['2026-08-31', '2026-02-28'],
  ['2028-08-31', '2028-02-29'],
  ['2026-03-31', '2025-09-30'],
])('six months before %s is %s', (day, before) => {
  expect(sixMonthsBefore(day)).toBe(before)
})
