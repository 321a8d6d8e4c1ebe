import { beforeEach, describe, expect, test } from 'vitest'
import { viewportSettings } from './toast-viewport-settings.ts'
import { notify, takeNotices, toastDurationMs } from './toast.ts'

beforeEach(() => {
  takeNotices()
})

describe('toast', () => {
  test('shows a notice for four seconds by default', () => {
    notify({ title: 'Rejected: a.exe' })
    notify({ title: 'Rejected: b.exe', durationMs: 100 })
    expect(takeNotices().map((notice) => notice.durationMs)).toEqual([4000, 100])
  })

  test('returns each notice only once', () => {
    notify({ title: 'Rejected: a.exe' })
    expect(takeNotices()).toHaveLength(1)
    expect(takeNotices()).toHaveLength(0)
  })

  test('sets the viewport to five seconds, fifty pixels and F8', () => {
    expect(toastDurationMs).toBe(5000)
    expect(viewportSettings).toEqual({ swipeThresholdPx: 50, hotkey: 'F8' })
  })
})
