// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SessionInMemory } from './session-in-memory.tsx'
import { translateAuthError } from '#web/lib/auth-error.ts'
import { signIn } from '#web/lib/sign-in.ts'
import { currentSession, dropSession, sessionStorageKey, storeSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { createToken, sessionOf, signedInAs } from '#web/lib/testing/tokens.ts'

inFreshBrowser()
afterEach(dropSession)

const signInHere = (remember: boolean) => {
  fakeServer({})
  return signIn('member@agents.example', 'secret', {
    remember,
    authenticate: async () => ({ accessToken: createToken(), refreshToken: 'r' }),
  })
}
const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const closeBrowser = () => {
  sessionStorage.clear()
  document.cookie = 'auth-session-run=true; path=/; max-age=0'
}

describe("a session without 'Remember me'", () => {
  test('applies to all tabs, and marks the browser run with a cookie without a token', async () => {
    await signInHere(false)
    sessionStorage.clear() // another tab has its own session storage
    expect(currentSession()?.user.id).toBe('user-1')
    expect(document.cookie).toBe('auth-session-run=true')
  })

  test('ends when the browser closes, and is then removed', async () => {
    await signInHere(false)
    closeBrowser()
    expect(currentSession()).toBeNull()
    expect(localStorage.getItem(sessionStorageKey)).toBeNull()
  })

  test('still ends when the browser closes after its tokens were refreshed', () => {
    signedInAs({}, false)
    storeSession(sessionOf({ jti: 'refreshed' }), 'TOKEN_REFRESHED')
    closeBrowser()
    expect(currentSession()).toBeNull()
  })

  test('applies to this tab only in a browser that keeps no cookies', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    await signInHere(false)
    expect(localStorage.getItem(sessionStorageKey)).toBeNull()
    expect(currentSession()?.user.id).toBe('user-1')
  })
})

test("a session with 'Remember me' survives closing the browser", async () => {
  await signInHere(false)
  await signInHere(true)
  closeBrowser()
  expect(currentSession()?.user.id).toBe('user-1')
})

describe('a browser that blocks or fills its storage', () => {
  const storageFailures = {
    blocked: () => {
      for (const kind of ['localStorage', 'sessionStorage'] as const)
        vi.spyOn(window, kind, 'get').mockImplementation(blocked)
    },
    full: () => {
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('exceeded the quota', 'QuotaExceededError')
      })
    },
  }

  test.each(['blocked', 'full'] as const)('keeps the session in memory when storage is %s', async (state) => {
    storageFailures[state]()
    render(<SessionInMemory />)
    expect(screen.queryByRole('alert')).toBeNull()
    await signInHere(true)
    expect(currentSession()?.user.id).toBe('user-1')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your browser doesn’t let this site store data, so you’ll be signed out when you reload or close this page.',
    )
    dropSession()
    expect(currentSession()).toBeNull()
  })
})

describe('translateAuthError', () => {
  test('does not show the exception of a browser', () => {
    expect(translateAuthError(new DOMException('The operation is insecure.', 'SecurityError')).message).toBe(
      'Unknown error occurred',
    )
  })

  test('has its own message for the loss of the network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(translateAuthError(new TypeError('Failed to fetch')).message).toBe(
      'You’re offline. Please check your connection and try again.',
    )
  })
})
