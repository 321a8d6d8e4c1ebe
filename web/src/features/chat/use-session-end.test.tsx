// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { useSessionEnd } from './use-session-end.ts'

inFreshBrowser()

describe('useSessionEnd', () => {
  test('removes the stored end when it passes while the page is open', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z') })
    localStorage.setItem('session_expiry', '2026-11-20T11:01:30Z')
    const { result } = renderHook(() => useSessionEnd({ kind: 'none' }, false))
    expect(result.current).toBe('2026-11-20T11:01:30Z')
    await act(() => vi.advanceTimersByTimeAsync(91_000))
    expect(result.current).toBeNull()
    expect(localStorage.getItem('session_expiry')).toBeNull()
  })
})
