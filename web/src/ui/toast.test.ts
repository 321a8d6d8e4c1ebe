import { beforeEach, expect, test } from 'vitest'
import { notify, takeNotices, toastSettings } from './toast.ts'

beforeEach(() => {
  takeNotices()
})

test('a notice lasts four seconds unless it says otherwise', () => {
  notify({ title: 'Rejected: a.exe' })
  notify({ title: 'Rejected: b.exe', durationMs: 100 })
  expect(takeNotices().map((notice) => notice.durationMs)).toEqual([4000, 100])
})

test('a notice is handed over once', () => {
  notify({ title: 'Rejected: a.exe' })
  expect(takeNotices()).toHaveLength(1)
  expect(takeNotices()).toHaveLength(0)
})

test('the viewport of toasts keeps five seconds, fifty pixels and F8', () => {
  expect(toastSettings).toEqual({ durationMs: 5000, swipeThresholdPx: 50, hotkey: 'F8' })
})
