// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { inFreshBrowser } from '../../lib/testing/show-page.tsx'
import { useSessionEnd } from './use-pass-clock.ts'

inFreshBrowser()

test('forgets a stored end when it comes while the page is open', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z') })
  localStorage.setItem('session_expiry', '2026-11-20T11:01:30Z')
  const { result } = renderHook(() => useSessionEnd({ kind: 'nobody' }, false))
  expect(result.current).toBe('2026-11-20T11:01:30Z')
  await act(() => vi.advanceTimersByTimeAsync(91_000))
  expect(result.current).toBeNull()
  expect(localStorage.getItem('session_expiry')).toBeNull()
})
