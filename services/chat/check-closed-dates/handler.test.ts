import { afterEach, expect, test } from 'vitest'
import { closedDatesLastYear } from '../../../shared/values/closed-dates.ts'
import { clock } from '../../../test/kit/clock.ts'
import { logs } from '../../../test/kit/observe.ts'
import { runSchedule } from '../../../test/kit/schedule.ts'

afterEach(clock.restore)

test.each([
  [`${closedDatesLastYear}-06-30T12:00:00Z`, false],
  [`${closedDatesLastYear}-07-01T12:00:00Z`, true],
  [`${closedDatesLastYear + 1}-02-01T12:00:00Z`, true],
])('at %s, must somebody add dates: %s', async (time, runOut) => {
  await clock.set(time)
  expect(await runSchedule('check-closed-dates')).toEqual({ runOut })
})

test('counts for the alarm, run twice or once', async () => {
  await clock.set(`${closedDatesLastYear}-12-01T12:00:00Z`)
  for (let i = 0; i < 2; i += 1) await runSchedule('check-closed-dates')
  expect(await logs('check-closed-dates')).toMatch(/ClosedDatesRunOut\\*":1/)
})
