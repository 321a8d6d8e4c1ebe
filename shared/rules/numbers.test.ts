import { describe, expect, test } from 'vitest'
import { londonMonthOf, monthsUntil, sumByMonth, timeliness } from './numbers.ts'

describe('months of the figures', () => {
  test('are the twelve until now, in London', () => {
    const months = monthsUntil(new Date('2027-02-28T23:30:00Z'))
    expect(months).toHaveLength(12)
    expect(months.slice(0, 2)).toEqual(['2026-03', '2026-04'])
    expect(months.at(-1)).toBe('2027-02')
    expect(londonMonthOf(new Date('2027-06-30T23:30:00Z'))).toBe('2027-07')
  })

  test('are complete on the last day of a long month', () => {
    expect(monthsUntil(new Date('2027-03-31T12:00:00Z')).slice(-3)).toEqual(['2027-01', '2027-02', '2027-03'])
  })

  test('have the sum of their own values only', () => {
    const values = ['2027-01', '2027-02', '2027-02', '2026-12'].map((month) => ({ month, value: 5 }))
    expect([...sumByMonth(['2027-01', '2027-02', '2027-03'], values).values()]).toEqual([5, 10, 0])
  })
})

describe('timeliness', () => {
  const now = new Date('2027-03-03T10:00:00Z')
  test.each([
    ['2027-03-02', '2027-03-02T23:59:00Z', 'on-time'],
    ['2027-03-02', '2027-03-03T00:01:00Z', 'late'],
    ['2027-03-02', null, 'late'],
    ['2027-03-03', null, undefined],
  ])('of a ticket due on %s that was answered at %s is %s', (dueOn, answeredAt, expected) => {
    expect(timeliness({ dueOn, answeredAt }, now)).toBe(expected)
  })
})
