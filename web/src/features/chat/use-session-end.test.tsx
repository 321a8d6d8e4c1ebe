// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
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

  /** Returns the end that a visitor without a pass sees. */
  const shownEnd = () =>
    renderHook(() => useSessionEnd({ kind: 'none' }, useSession().user !== null)).result.current

  test('shows no end of an account’s pass after the session has been rejected', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z') })
    signedInAs()
    localStorage.setItem('session_expiry', '2026-11-20T11:29:00Z')
    dropSession()
    expect(shownEnd()).toBeNull()
    expect(localStorage.getItem('session_expiry')).toBeNull()
  })

  test('shows no end of an account’s pass after the browser was closed without ‘Remember me’', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z') })
    signedInAs({}, false)
    localStorage.setItem('session_expiry', '2026-11-20T11:29:00Z')
    document.cookie = `${storageKeys.sessionRun}=; max-age=0; path=/`
    expect(shownEnd()).toBeNull()
    expect(localStorage.getItem('session_expiry')).toBeNull()
  })
})
