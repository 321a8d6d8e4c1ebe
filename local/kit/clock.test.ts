import { afterEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a clock that jumped twice remembers both times before for two seconds', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  const clock = createClock()
  const shown = () => clock.recentTimes().map((time) => time.toISOString().slice(0, 16))
  expect(shown()).toEqual(['2026-11-20T10:00'])
  clock.set(new Date('2026-11-20T12:00:00Z'))
  vi.setSystemTime(Date.now() + 1000)
  clock.reset()
  expect(shown()).toEqual(['2026-11-20T10:00', '2026-11-20T10:00', '2026-11-20T12:00'])
  vi.setSystemTime(Date.now() + 1500)
  expect(shown()).toEqual(['2026-11-20T10:00', '2026-11-20T12:00'])
  vi.setSystemTime(Date.now() + 1500)
  expect(shown()).toEqual(['2026-11-20T10:00'])
})
