// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pageStays } from './page-leaving.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('pageStays', () => {
  test('resolves immediately on a page that the visitor is not leaving', async () => {
    await expect(pageStays()).resolves.toBeUndefined()
  })

  test('waits while the visitor is leaving, and resolves when they are still here', async () => {
    window.dispatchEvent(new Event('beforeunload'))
    const stayed = vi.fn<() => void>()
    void pageStays().then(stayed)
    await vi.advanceTimersByTimeAsync(4000)
    expect(stayed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(stayed).toHaveBeenCalledOnce()
  })
})
