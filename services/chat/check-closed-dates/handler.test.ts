import { expect, test } from 'vitest'
import { closedDatesRunOut } from '../../../shared/rules/opening-hours.ts'
import { clock } from '../../../test/kit/clock.ts'
import { logs } from '../../../test/kit/observe.ts'
import { runSchedule } from '../../../test/kit/schedule.ts'

test('says what the rule says of this day, and counts it for the alarm, run twice or once', async () => {
  const runOut = closedDatesRunOut(await clock.now())
  for (let i = 0; i < 2; i += 1) expect(await runSchedule('check-closed-dates')).toEqual({ runOut })
  expect(await logs('check-closed-dates')).toContain(`ClosedDatesRunOut\\":${runOut ? 1 : 0}`)
})
