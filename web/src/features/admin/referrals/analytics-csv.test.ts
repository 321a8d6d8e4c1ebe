import { describe, expect, test } from 'vitest'
import { barsOf } from './analytics-bars.ts'
import { analyticsCsv, csvField, csvName, withByteOrderMark } from './analytics-csv.ts'

const report = {
  startDate: '2026-10-20',
  endDate: '2027-01-02',
  groupBy: 'month' as const,
  rows: [
    { period: '2026-11-01', referrer: 'Siân', count: 3, uniqueTokens: 2 },
    { period: '2026-11-01', referrer: 'Hill, "the" agent', count: 1, uniqueTokens: 1 },
  ],
  totalUsage: 4,
}

describe('report file', () => {
  test('starts with the column names, followed by one line for each row', () => {
    expect(analyticsCsv(report).split('\n')).toEqual([
      'Period,Referrer,Usage Count,Unique Tokens',
      '"November 2026","Siân",3,2',
      '"November 2026","Hill, ""the"" agent",1,1',
      '',
    ])
  })

  test('gets a byte order mark only with characters that Excel would misread', () => {
    expect(withByteOrderMark('Period\nSiân')).toBe('\u{feff}Period\nSiân')
    expect(withByteOrderMark('Period\nNia')).toBe('Period\nNia')
  })

  test('names the file after the dates of the report', () => {
    expect(csvName(report)).toBe('referral-analytics-2026-10-20-to-2027-01-02.csv')
  })

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\tplain',
    ' =1',
    '\u00a0=1',
    '＝1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('marks %j as text, so that a spreadsheet does not calculate it', (text) => {
    expect(csvField(text)).toBe(`"'${text}"`)
  })

  test('escapes quotes, so that a text cannot end its field', () => {
    expect(csvField('a","=1+1')).toBe('"a"",""=1+1"')
  })

  test('does not change ordinary names', () => {
    for (const name of ["O'Hare & Sons", '3 Rivers', 'Fish-Hook Lettings', 'a=b'])
      expect(csvField(name)).toBe(`"${name}"`)
  })

  test('the chart has a bar for every period of the range, including empty ones', () => {
    expect(barsOf(report)).toEqual([
      { label: 'October 2026', value: 0 },
      { label: 'November 2026', value: 4 },
      { label: 'December 2026', value: 0 },
      { label: 'January 2027', value: 0 },
    ])
  })
})
