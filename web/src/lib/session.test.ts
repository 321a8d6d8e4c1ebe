// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contactDraft, ticketDraft } from '#shared/values/storage-keys.ts'
import { freshSession, needsRefresh, refreshSession } from './refresh.ts'
import { signOut, signUp, useSession } from './session.ts'
import { signIn } from './sign-in.ts'
import { hardReset } from './sign-out.ts'
import { currentSession, dropSession, onSessionEvent, sessionStorageKey } from './session-store.ts'
import { fakeServer, poolAddress } from './testing/fake-server.ts'
import { createToken, freshBrowser, signedInAs } from './testing/tokens.ts'

const noon = Date.UTC(2026, 5, 1, 12)
const issued = (facts = {}) => ({
  accessToken: createToken(facts),
  idToken: createToken({ ...facts, email: 'member@agents.example' }),
  refreshToken: 'refresh-2',
})

beforeEach(() => {
  freshBrowser()
  vi.useFakeTimers({ now: noon, toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('session', () => {
  test('remembers the session of a user who signs in by default', async () => {
    fakeServer({})
    await signIn(' Member@Agents.example ', 'secret', {
      authenticate: async (email) => {
        expect(email).toBe('member@agents.example')
        return issued()
      },
    })
    expect(currentSession()).toMatchObject({
      refresh_token: 'refresh-2',
      token_type: 'bearer',
      expires_in: 600,
      expires_at: noon / 1000 + 600,
      user: { id: 'user-1', email: 'member@agents.example', factors: [] },
    })
    expect(localStorage.getItem(sessionStorageKey)).not.toBeNull()
  })

  test('ends the earlier session everywhere before signing in', async () => {
    const earlier = signedInAs({ jti: 'earlier' })
    localStorage.setItem('twk_visitor', 'another-visitor')
    localStorage.setItem('guest_key', 'paid')
    localStorage.setItem('pending_signup_plan', 'annual')
    const seen = fakeServer({ '/functions/sign-out': { body: { success: true } } })
    await signIn('member@agents.example', 'secret', {
      authenticate: async () => {
        expect(currentSession()).toBeNull()
        expect(seen).toMatchObject([{ path: '/functions/sign-out' }])
        return issued()
      },
    })
    expect(seen[0]?.headers.get('authorization')).toBe(`Bearer ${earlier.access_token}`)
    expect(localStorage.getItem('twk_visitor')).toBeNull()
    expect(localStorage.getItem('guest_key')).toBe('paid')
    expect(localStorage.getItem('pending_signup_plan')).toBe('annual')
  })

  test('ends the earlier session everywhere even when its token has expired', async () => {
    signedInAs({ jti: 'earlier' })
    vi.setSystemTime(noon + 3_600_000)
    const renewed = createToken({ jti: 'renewed' })
    const seen = fakeServer({
      [poolAddress]: { body: { AuthenticationResult: { AccessToken: renewed } } },
      '/functions/sign-out': { body: { success: true } },
    })
    await signIn('member@agents.example', 'secret', { authenticate: async () => issued() })
    const end = seen.find(({ path }) => path === '/functions/sign-out')
    expect(end?.headers.get('authorization')).toBe(`Bearer ${renewed}`)
  })

  test.each([
    ['user-1', 'A question'],
    ['user-2', null],
  ])(
    'keeps what user-1 was writing when the session ended elsewhere and %s signs in',
    async (sub, expected) => {
      const draft = JSON.stringify({ topic: 'A question', message: '', userId: 'user-1' })
      sessionStorage.setItem(ticketDraft, draft)
      fakeServer({})
      await signIn('member@agents.example', 'secret', {
        authenticate: async () => ({ ...issued(), accessToken: createToken({ sub }) }),
      })
      const kept = sessionStorage.getItem(ticketDraft)
      expect(kept && JSON.parse(kept).topic).toBe(expected)
    },
  )

  test('rejects direct sign-up', () => {
    expect(signUp).toThrow('Direct signup is deprecated. Use the signup form instead.')
  })

  test("stores the expiry by the browser's clock, however wrong it is", () => {
    const session = signedInAs({ iat: noon / 1000 - 7200 })
    expect(session.expires_at).toBe(noon / 1000 + 600)
  })

  test('refreshes when fewer than three ticks of 30 seconds remain', () => {
    const session = signedInAs()
    expect(needsRefresh(session, noon + (600 - 90) * 1000)).toBe(false)
    expect(needsRefresh(session, noon + (600 - 89) * 1000)).toBe(true)
  })

  test('refreshes once for several concurrent callers', async () => {
    const stale = signedInAs()
    const seen = fakeServer({
      [poolAddress]: { body: { AuthenticationResult: { AccessToken: createToken({ jti: 'new' }) } } },
    })
    vi.setSystemTime(noon + 590_000)
    const [first, second] = await Promise.all([freshSession(), refreshSession(stale)])
    expect(first?.access_token).not.toBe(stale.access_token)
    expect(second).toBe(first)
    expect(first).toMatchObject({ refresh_token: 'refresh-1', user: { email: 'member@agents.example' } })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.body).toEqual({ ClientId: 'client', RefreshToken: 'refresh-1' })
  })

  test('signs out when the pool rejects the refresh token, and not when the pool cannot be reached', async () => {
    const stale = signedInAs()
    fakeServer({
      [poolAddress]: ['unreachable', { status: 400, body: { __type: 'NotAuthorizedException' } }],
    })
    await expect(refreshSession(stale)).rejects.toThrow('Please try again in a moment.')
    expect(currentSession()).not.toBeNull()
    expect(await refreshSession(stale)).toBeNull()
    expect(currentSession()).toBeNull()
  })

  test.each([
    'unreachable' as const,
    { status: 500 },
    { status: 400, body: { __type: 'TooManyRequestsException' } },
  ])('continues with the token until it expires while the pool responds with %j', async (reply) => {
    const stale = signedInAs()
    fakeServer({ [poolAddress]: reply })
    vi.setSystemTime(noon + 590_000)
    expect(await freshSession()).toEqual(stale)
    vi.setSystemTime(noon + 600_000)
    await expect(freshSession()).rejects.toThrow('Please try again in a moment.')
    expect(currentSession()).toEqual(stale)
  })

  test('returns the session to components and refreshes it on each tick', async () => {
    signedInAs()
    const newToken = createToken({ jti: 'new' })
    const seen = fakeServer({ [poolAddress]: { body: { AuthenticationResult: { AccessToken: newToken } } } })
    const { result, unmount } = renderHook(useSession)
    expect(result.current).toMatchObject({ loading: false, user: { id: 'user-1' } })
    await act(async () => vi.advanceTimersByTime(480_000))
    expect(seen).toHaveLength(0)
    await act(async () => vi.advanceTimersByTime(60_000))
    // The server has seen the request a moment before the browser has stored its response.
    await vi.waitFor(() => expect(currentSession()?.access_token).toBe(newToken), { timeout: 10_000 })
    expect(seen).toHaveLength(1)
    act(() => void dropSession())
    await vi.waitFor(() => expect(result.current).toEqual({ session: null, user: null, loading: false }), {
      timeout: 10_000,
    })
    unmount()
  })

  test('reports the changes of another tab', () => {
    const events: string[] = []
    const unsubscribe = onSessionEvent((event) => events.push(event))
    const before = JSON.stringify(signedInAs())
    const dispatch = (oldValue: string | null, newValue: string | null) =>
      window.dispatchEvent(
        new StorageEvent('storage', {
          key: sessionStorageKey,
          oldValue,
          newValue,
          storageArea: localStorage,
        }),
      )
    dispatch(null, before)
    dispatch(before, JSON.stringify({ ...JSON.parse(before), access_token: 'newer' }))
    dispatch(before, null)
    unsubscribe()
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT'])
  })

  test('ends a session of this tab only when another tab signs the same user out', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('') // this browser keeps no cookies
    signedInAs({}, false)
    const { result, unmount } = renderHook(useSession)
    const otherTab = new BroadcastChannel('auth-session-dropped')
    for (const userId of ['another-user', 'user-1']) {
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
      otherTab.postMessage(userId)
    }
    await vi.waitFor(() => expect(result.current.user).toBeNull(), { timeout: 10_000 })
    expect(sessionStorage.getItem(sessionStorageKey)).toBeNull()
    otherTab.close()
    unmount()
  })
})

describe('the unsent texts of a user who signs out', () => {
  const channel = 'unsent-texts-cleared'
  const draft = JSON.stringify({ topic: 'A question', message: '', userId: 'user-1' })

  test('are removed from the other tabs', async () => {
    signedInAs()
    fakeServer({ '/functions/sign-out': { body: { success: true } } })
    const reported: unknown[] = []
    const otherTab = new BroadcastChannel(channel)
    otherTab.addEventListener('message', ({ data }) => reported.push(data))
    await signOut(vi.fn<(path: string) => void>())
    await vi.waitFor(() => expect(reported).toEqual(['user-1']), { timeout: 10_000 })
    otherTab.close()
  })

  test('are removed from a tab when another reports it, and those of another user are kept', async () => {
    const { unmount } = renderHook(useSession)
    const otherTab = new BroadcastChannel(channel)
    sessionStorage.setItem(ticketDraft, draft)
    sessionStorage.setItem(contactDraft, draft.replace('user-1', 'user-2'))
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
    otherTab.postMessage('user-1')
    await vi.waitFor(() => expect(sessionStorage.getItem(ticketDraft)).toBeNull(), { timeout: 10_000 })
    expect(sessionStorage.getItem(contactDraft)).not.toBeNull()
    otherTab.close()
    unmount()
  })
})

describe('a sign-out', () => {
  const renewed = createToken({ jti: 'renewed' })
  const renewal = { [poolAddress]: { body: { AuthenticationResult: { AccessToken: renewed } } } }
  const endOf = (seen: ReturnType<typeof fakeServer>) =>
    seen
      .filter(({ path }) => path === '/functions/sign-out')
      .map(({ headers }) => headers.get('authorization'))

  test('signs out on this device even when the server cannot be reached', async () => {
    signedInAs()
    fakeServer({ '/functions/sign-out': 'unreachable' })
    const redirect = vi.fn<(path: string) => void>()
    await signOut(redirect)
    expect(currentSession()).toBeNull()
    expect(redirect).toHaveBeenCalledWith('/')
  })

  test('signs out everywhere with a new token when the stored one has expired', async () => {
    signedInAs({ jti: 'earlier' })
    vi.setSystemTime(noon + 3_600_000)
    const seen = fakeServer({ ...renewal, '/functions/sign-out': { body: { success: true } } })
    const redirect = vi.fn<(path: string) => void>()
    const ended = signOut(redirect)
    expect(currentSession()).toBeNull()
    expect(redirect).not.toHaveBeenCalled()
    await ended
    expect(redirect).toHaveBeenCalledExactlyOnceWith('/')
    expect(endOf(seen)).toEqual([`Bearer ${renewed}`])
    expect(currentSession()).toBeNull()
  })

  test.each([
    ['rejected', { status: 400, body: { __type: 'NotAuthorizedException' } }, false],
    ['unreachable', 'unreachable', true],
  ] as const)(
    'signs out on this device when the pool is %s; the earlier token may still be valid',
    async (_state, reply, isSent) => {
      const earlier = signedInAs({ jti: 'earlier' })
      vi.setSystemTime(noon + 540_000)
      const seen = fakeServer({ [poolAddress]: reply, '/functions/sign-out': { body: { success: true } } })
      const redirect = vi.fn<(path: string) => void>()
      await signOut(redirect)
      expect(redirect).toHaveBeenCalledExactlyOnceWith('/')
      expect(endOf(seen)).toEqual(isSent ? [`Bearer ${earlier.access_token}`] : [])
      expect(currentSession()).toBeNull()
    },
  )

  test('hardReset removes everything about sign-ins and reloads the page', async () => {
    localStorage.setItem(sessionStorageKey, '{"cut off')
    localStorage.setItem('twk_visitor', 'another-visitor')
    localStorage.setItem('pending_login_redirect', 'true')
    localStorage.setItem('guest_key', 'paid')
    fakeServer({})
    const reload = vi.fn<() => void>()
    await hardReset(reload)
    expect(reload).toHaveBeenCalledOnce()
    expect(Object.keys(localStorage)).toEqual(['guest_key'])
  })
})
