// @vitest-environment jsdom
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { atServerTime, followServerTime } from './at-server-time.ts'
import { recordServerTime } from './server-time.ts'
import { inFreshBrowser } from './testing/show-page.tsx'

const now = new Date('2026-11-20T11:00:00Z')

inFreshBrowser(() => {
  vi.useFakeTimers({ now })
  setServerClock(0)
})

/** Lets the server's clock be ahead of the browser's. */
const setServerClock = (aheadMs: number): void =>
  recordServerTime(new Response(null, { headers: { date: new Date(Date.now() + aheadMs).toUTCString() } }))

const second = 1000
const minute = 60 * second

describe('atServerTime', () => {
  test('calls at a time by the server’s clock, once', () => {
    setServerClock(10 * minute)
    const act = vi.fn<() => void>()
    atServerTime(now.getTime() + 12 * minute, act)
    vi.advanceTimersByTime(119 * second)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(minute)
    expect(act).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('calls within a minute after a device wakes that has slept through the time', () => {
    const act = vi.fn<() => void>()
    atServerTime(now.getTime() + 60 * minute, act)
    vi.setSystemTime(now.getTime() + 90 * minute)
    vi.advanceTimersByTime(minute)
    expect(act).toHaveBeenCalledOnce()
  })

  test('does not call after it was cancelled', () => {
    const act = vi.fn<() => void>()
    atServerTime(now.getTime() + minute, act)()
    vi.advanceTimersByTime(2 * minute)
    expect(act).not.toHaveBeenCalled()
  })
})

describe('followServerTime', () => {
  const follow = (update: () => number | undefined): void => onTestFinished(followServerTime(update))

  test('updates now, at least every minute, and at the next change', () => {
    const change = now.getTime() + 90 * second
    const update = vi.fn<() => number>(() => (Date.now() < change - second ? change : change + 60 * minute))
    follow(update)
    expect(update).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(minute)
    expect(update).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(30 * second)
    expect(update).toHaveBeenCalledTimes(3)
  })

  test('updates when the server’s clock turns out to differ, and then at the right time', () => {
    const update = vi.fn<() => number>(() => now.getTime() + 10 * minute)
    follow(update)
    setServerClock(10 * minute - 20 * second)
    expect(update).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(18 * second)
    expect(update).toHaveBeenCalledTimes(2)
    update.mockReturnValue(now.getTime() + 60 * minute)
    vi.advanceTimersByTime(2 * second)
    expect(update).toHaveBeenCalledTimes(3)
  })

  test('updates when the tab is shown again', () => {
    const update = vi.fn<() => number>(() => now.getTime() + minute)
    follow(update)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(update).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(1)
  })

  test('waits for nothing while no change is known', () => {
    follow(() => undefined)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('no longer updates after it was stopped', () => {
    const update = vi.fn<() => number>(() => now.getTime() + second)
    followServerTime(update)()
    setServerClock(10 * minute)
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(2 * minute)
    expect(update).toHaveBeenCalledTimes(1)
  })
})
