import '#test/kit/in-memory/environment.ts'
import { expect, test, vi } from 'vitest'
import { closedDatesLastYear } from '#shared/values/closed-dates.ts'
import { countMetrics } from '#platform/metric.ts'
import { handle } from './handler.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

test.each([
  ['raises no alarm more than half a year', `${closedDatesLastYear}-06-30T12:00:00Z`, false, 0],
  ['raises an alarm less than half a year', `${closedDatesLastYear}-07-02T12:00:00Z`, true, 1],
])('%s before the list of bank holidays ends', (_title, at, isExpiring, count) => {
  expect(handle(new Date(at))).toEqual({ isExpiring })
  expect(countMetrics).toHaveBeenLastCalledWith({ ClosedDatesExpiring: count })
})
