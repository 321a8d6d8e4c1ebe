// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionRun } from '#shared/values/storage-keys.ts'
import { currentSession, onSessionEvent, sessionStorageKey } from './session-store.ts'
import { fakeLocks } from './testing/fake-locks.ts'
import { fakeServer, poolAddress } from './testing/fake-server.ts'
import { createToken, freshBrowser, sessionOf, signedInAs } from './testing/tokens.ts'

/** A response of the pool with new tokens. */
const renewed = (name: string) => ({
  body: {
    AuthenticationResult: { AccessToken: createToken({ jti: name }), RefreshToken: `refresh-${name}` },
  },
})
const reused = { status: 400, body: { __type: 'RefreshTokenReuseException' } }

/** Loads the modules again, as another tab does. Both tabs share the browser's storage. */
const openTab = async () => {
  vi.resetModules()
  return import('./refresh.ts')
}

const exchanged = (seen: readonly { path: string; body: unknown }[]) =>
  seen.filter(({ path }) => path === poolAddress).map(({ body }) => Reflect.get(Object(body), 'RefreshToken'))

beforeEach(freshBrowser)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('refresh token rotation', () => {
  test('stores each new refresh token and exchanges it next', async () => {
    const seen = fakeServer({ [poolAddress]: [renewed('2'), renewed('3')] })
    const { refreshSession } = await openTab()
    const second = await refreshSession(signedInAs())
    if (!second) throw new Error('The session ended')
    await refreshSession(second)
    expect(exchanged(seen)).toEqual(['refresh-1', 'refresh-2'])
    expect(currentSession()?.refresh_token).toBe('refresh-3')
  })

  test('exchanges the token once for two tabs that refresh at the same time', async () => {
    fakeLocks()
    const stale = signedInAs()
    const seen = fakeServer({ [poolAddress]: [renewed('2'), reused] })
    const tabs = [await openTab(), await openTab()]
    const sessions = await Promise.all(tabs.map((tab) => tab.refreshSession(stale)))
    expect(sessions.map((session) => session?.refresh_token)).toEqual(['refresh-2', 'refresh-2'])
    expect(exchanged(seen)).toEqual(['refresh-1'])
  })

  test('keeps one of two results where the browser has no locks', async () => {
    const stale = signedInAs()
    const seen = fakeServer({ [poolAddress]: [renewed('2'), renewed('3')] })
    const tabs = [await openTab(), await openTab()]
    const sessions = await Promise.all(tabs.map((tab) => tab.refreshSession(stale)))
    expect(exchanged(seen)).toEqual(['refresh-1', 'refresh-1'])
    const stored = currentSession()?.refresh_token
    expect(sessions.map((session) => session?.refresh_token)).toEqual([stored, stored])
  })

  test("continues with another tab's session when its own token was exchanged too late", async () => {
    const stale = signedInAs()
    const newer = JSON.stringify({ ...sessionOf({ jti: 'newer' }), refresh_token: 'refresh-9' })
    fakeServer({ [poolAddress]: reused })
    const { refreshSession } = await openTab()
    const refreshing = refreshSession(stale)
    localStorage.setItem(sessionStorageKey, newer)
    expect(await refreshing).toMatchObject({ refresh_token: 'refresh-9' })
  })

  test('ends the session when the token was exchanged elsewhere', async () => {
    fakeServer({ [poolAddress]: reused })
    const { refreshSession } = await openTab()
    expect(await refreshSession(signedInAs())).toBeNull()
    expect(currentSession()).toBeNull()
  })

  test.each([true, false])("keeps 'Remember me' = %s", async (remember) => {
    fakeServer({ [poolAddress]: renewed('2') })
    const { refreshSession } = await openTab()
    await refreshSession(signedInAs({}, remember))
    expect(localStorage.getItem(sessionStorageKey)).toContain('refresh-2')
    expect(localStorage.getItem(sessionRun) === null).toBe(remember)
  })
})

describe('a duplicated tab that keeps the session to itself', () => {
  const renewal = (replaces: string) => ({
    replaces,
    session: { ...sessionOf({ jti: 'newer' }), refresh_token: 'refresh-2' },
  })
  /** Sends a message as another tab. */
  const receive = (message: unknown) => {
    const channel = new BroadcastChannel('auth-session-renewed')
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
    channel.postMessage(message)
    return channel
  }
  const signInWithoutCookies = () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('') // this browser keeps no cookies
    return signedInAs({}, false)
  }

  test('receives the tokens that another tab got for its refresh token', async () => {
    signInWithoutCookies()
    const unsubscribe = onSessionEvent(() => undefined)
    const channel = receive(renewal('refresh-1'))
    await vi.waitFor(() => expect(currentSession()?.refresh_token).toBe('refresh-2'), { timeout: 10_000 })
    expect(localStorage.getItem(sessionStorageKey)).toBeNull()
    channel.close()
    unsubscribe()
  })

  test('ignores the tokens of another session, and other messages', async () => {
    signInWithoutCookies()
    const unsubscribe = onSessionEvent(() => undefined)
    const seen = vi.fn<() => void>()
    const witness = new BroadcastChannel('auth-session-renewed')
    witness.addEventListener('message', seen)
    const channels = [renewal('refresh-of-another'), 'nonsense', null].map(receive)
    await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(3), { timeout: 10_000 })
    expect(currentSession()?.refresh_token).toBe('refresh-1')
    for (const channel of [witness, ...channels]) channel.close()
    unsubscribe()
  })

  test('sends its new tokens to the other tabs', async () => {
    const stale = signInWithoutCookies()
    fakeServer({ [poolAddress]: renewed('2') })
    const otherTab = new BroadcastChannel('auth-session-renewed')
    const message = new Promise((resolve) => {
      otherTab.addEventListener('message', ({ data }) => resolve(data))
    })
    const { refreshSession } = await openTab()
    await refreshSession(stale)
    expect(await message).toMatchObject({
      replaces: 'refresh-1',
      session: { refresh_token: 'refresh-2' },
    })
    otherTab.close()
  })
})
