import { describe, expect, test } from 'vitest'
import { windowOf } from './schedule-window.ts'

const hoursOf = (expression: string): number => {
  const { period, periods } = windowOf(expression)
  return (period.toMinutes() * periods) / 60
}

describe('window of the alarm on missing runs', () => {
  test.each([
    ['rate(5 minutes)', 0.5],
    ['rate(1 hour)', 3],
    ['cron(30 3 * * ? *)', 26],
    // From Friday at 8 to Monday at 7.
    ['cron(0 7,8 ? * MON-FRI *)', 73],
    // From Thursday to Monday.
    ['cron(0 9 ? * MON,THU *)', 98],
  ])('of %s is %d hours', (expression, hours) => {
    expect(hoursOf(expression)).toBe(hours)
  })

  test.each(['cron(0 9 ? * MON *)', 'cron(0 9 1 * ? *)', 'cron(0 9 ? * FRI-MON *)', 'rate(1 day)'])(
    'rejects %s, which no alarm can watch',
    (expression) => {
      expect(() => windowOf(expression)).toThrow(/No alarm can watch|not supported/)
    },
  )
})
