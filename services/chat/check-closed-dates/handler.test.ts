import { describe, expect, test } from 'vitest'
import { areClosedDatesExpiring } from '#shared/rules/opening-hours.ts'
import { clock } from '#test/kit/clock.ts'
import { logs } from '#test/kit/observe.ts'
import { runSchedule } from '#test/kit/schedule.ts'

describe('check-closed-dates', () => {
  test('returns the result of the rule and counts it for the alarm, at every run', async () => {
    const isExpiring = areClosedDatesExpiring(await clock.now())
    for (let i = 0; i < 2; i += 1) expect(await runSchedule('check-closed-dates')).toEqual({ isExpiring })
    // The log arrives through a pipe, after the result.
    await expect
      .poll(() => logs('check-closed-dates'), { timeout: 10_000 })
      .toContain(`ClosedDatesExpiring\\":${isExpiring ? 1 : 0}`)
  })
})
