// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { handleAuthHash } from './auth-hash.ts'
import { currentSession } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { createToken, freshBrowser, signedInAs } from './testing/tokens.ts'

const openLink = (type: string, accessToken = createToken()) =>
  window.history.replaceState(
    null,
    '',
    `/?utm_source=mail#access_token=${accessToken}&refresh_token=r1&expires_in=600&token_type=bearer&type=${type}`,
  )

beforeEach(() => {
  freshBrowser()
  fakeServer({})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('handleAuthHash', () => {
  test('does nothing without tokens in the address', () => {
    window.history.replaceState(null, '', '/#features')
    const replace = vi.fn<(path: string) => void>()
    expect(handleAuthHash(replace)).toBe(false)
    expect(window.location.hash).toBe('#features')
    expect(replace).not.toHaveBeenCalled()
  })

  test('removes the tokens from the address, signs in and goes to the sign-up complete page', () => {
    openLink('signup')
    const replace = vi.fn<(path: string) => void>()
    expect(handleAuthHash(replace)).toBe(true)
    expect(window.location.href).toBe(`${window.location.origin}/?utm_source=mail`)
    expect(currentSession()).toMatchObject({ refresh_token: 'r1', user: { id: 'user-1' } })
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.signUpComplete)
  })

  test.each([
    ['annual', 'monthly', '?plan=annual'],
    [null, 'monthly', '?plan=monthly'],
    ['nonsense', null, ''],
  ])('passes on the saved plan: pending %s, selected %s', (pending, selected, query) => {
    if (pending) localStorage.setItem('pending_signup_plan', pending)
    if (selected) localStorage.setItem('selectedPlan', selected)
    openLink('signup')
    const replace = vi.fn<(path: string) => void>()
    handleAuthHash(replace)
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.signUpComplete + query)
  })

  test('signs in without a redirect on a page other than the home page', () => {
    openLink('signup')
    window.history.replaceState(null, '', `${paths.signUpComplete}?plan=annual${window.location.hash}`)
    const replace = vi.fn<(path: string) => void>()
    expect(handleAuthHash(replace)).toBe(true)
    expect(window.location.href).toBe(`${window.location.origin}${paths.signUpComplete}?plan=annual`)
    expect(currentSession()?.refresh_token).toBe('r1')
    expect(replace).not.toHaveBeenCalled()
  })

  test('does not need a link type on a page other than the home page', () => {
    window.history.replaceState(
      null,
      '',
      `${paths.signUpComplete}?plan=annual#access_token=${createToken()}&refresh_token=r1`,
    )
    const replace = vi.fn<(path: string) => void>()
    expect(handleAuthHash(replace)).toBe(true)
    expect(`${window.location.pathname}${window.location.search}${window.location.hash}`).toBe(
      `${paths.signUpComplete}?plan=annual`,
    )
    expect(currentSession()).toMatchObject({ refresh_token: 'r1' })
    expect(replace).not.toHaveBeenCalled()
  })

  test('closes a window that another window opened', () => {
    vi.stubGlobal('opener', {})
    const close = vi.spyOn(window, 'close').mockReturnValue()
    const replace = vi.fn<(path: string) => void>()
    openLink('signup')
    handleAuthHash(replace)
    expect(close).toHaveBeenCalledOnce()
    expect(currentSession()).not.toBeNull()
    expect(replace).not.toHaveBeenCalled()
  })

  test.each(['magiclink', 'recovery', ''])('goes to the library with type %j', (type) => {
    openLink(type)
    const replace = vi.fn<(path: string) => void>()
    handleAuthHash(replace)
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.library)
  })

  test('keeps the current session when the token is malformed, and still redirects', () => {
    const earlier = signedInAs()
    openLink('signup', 'abc')
    const replace = vi.fn<(path: string) => void>()
    expect(handleAuthHash(replace)).toBe(true)
    expect(window.location.hash).toBe('')
    expect(currentSession()).toEqual(earlier)
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.signUpComplete)
  })

  test('leaves a password reset link to the reset page and does not sign in', () => {
    openLink('recovery')
    window.history.replaceState(null, '', `${paths.resetPassword}?from=admin${window.location.hash}`)
    const replace = vi.fn<(path: string) => void>()
    expect(handleAuthHash(replace)).toBe(true)
    expect(window.location.href).toBe(`${window.location.origin}${paths.resetPassword}?from=admin`)
    expect(currentSession()).toBeNull()
    expect(replace).not.toHaveBeenCalled()
  })

  test("loads the user's email address afterwards", async () => {
    fakeServer({ '/functions/get-profile': { body: { user_id: 'user-1', email: 'member@agents.example' } } })
    openLink('magiclink')
    handleAuthHash(() => {})
    await vi.waitFor(() => expect(currentSession()?.user.email).toBe('member@agents.example'), {
      timeout: 10_000,
    })
  })
})
