// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionRun } from '#shared/values/storage-keys.ts'
import * as paths from '#shared/values/site-map.ts'
import { renderHook, waitFor } from '@testing-library/react'
import { handleAuthHash } from './auth-hash.ts'
import { useSession } from './session.ts'
import { currentSession } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { createToken, freshBrowser, signedInAs } from './testing/tokens.ts'

const openLink = (type: string, accessToken = createToken()) =>
  window.history.replaceState(
    null,
    '',
    `/?utm_source=mail#access_token=${accessToken}&refresh_token=r1&expires_in=600&token_type=bearer&type=${type}`,
  )

const accepted = { '/functions/get-profile': { body: { user_id: 'user-1', email: 'member@agents.example' } } }

beforeEach(() => {
  freshBrowser()
  fakeServer(accepted)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('handleAuthHash', () => {
  test('does nothing without tokens in the address', async () => {
    window.history.replaceState(null, '', '/#features')
    const replace = vi.fn<(path: string) => void>()
    expect(handleAuthHash(replace)).toBeUndefined()
    expect(window.location.hash).toBe('#features')
    expect(replace).not.toHaveBeenCalled()
  })

  test('removes the tokens from the address, signs in and goes to the sign-up complete page', async () => {
    openLink('signup')
    const replace = vi.fn<(path: string) => void>()
    await handleAuthHash(replace)
    expect(window.location.href).toBe(`${window.location.origin}/?utm_source=mail`)
    expect(currentSession()).toMatchObject({ refresh_token: 'r1', user: { id: 'user-1' } })
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.signUpComplete)
  })

  test.each([
    ['annual', 'monthly', '?plan=annual'],
    [null, 'monthly', '?plan=monthly'],
    ['nonsense', null, ''],
  ])('passes on the saved plan: pending %s, selected %s', async (pending, selected, query) => {
    if (pending) localStorage.setItem('pending_signup_plan', pending)
    if (selected) localStorage.setItem('selectedPlan', selected)
    openLink('signup')
    const replace = vi.fn<(path: string) => void>()
    await handleAuthHash(replace)
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.signUpComplete + query)
  })

  test('signs in without a redirect on a page other than the home page', async () => {
    openLink('signup')
    window.history.replaceState(null, '', `${paths.signUpComplete}?plan=annual${window.location.hash}`)
    const replace = vi.fn<(path: string) => void>()
    await handleAuthHash(replace)
    expect(window.location.href).toBe(`${window.location.origin}${paths.signUpComplete}?plan=annual`)
    expect(currentSession()?.refresh_token).toBe('r1')
    expect(replace).not.toHaveBeenCalled()
  })

  test('does not need a link type on a page other than the home page', async () => {
    window.history.replaceState(
      null,
      '',
      `${paths.signUpComplete}?plan=annual#access_token=${createToken()}&refresh_token=r1`,
    )
    const replace = vi.fn<(path: string) => void>()
    await handleAuthHash(replace)
    expect(`${window.location.pathname}${window.location.search}${window.location.hash}`).toBe(
      `${paths.signUpComplete}?plan=annual`,
    )
    expect(currentSession()).toMatchObject({ refresh_token: 'r1' })
    expect(replace).not.toHaveBeenCalled()
  })

  test('closes a window that another window opened', async () => {
    vi.stubGlobal('opener', {})
    const close = vi.spyOn(window, 'close').mockReturnValue()
    const replace = vi.fn<(path: string) => void>()
    openLink('signup')
    await handleAuthHash(replace)
    expect(close).toHaveBeenCalledOnce()
    expect(currentSession()).not.toBeNull()
    expect(replace).not.toHaveBeenCalled()
  })

  test.each(['magiclink', 'recovery', ''])('goes to the library with type %j', async (type) => {
    openLink(type)
    const replace = vi.fn<(path: string) => void>()
    await handleAuthHash(replace)
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.library)
  })

  test('keeps the current session when the token is malformed, and still redirects', async () => {
    const earlier = signedInAs()
    openLink('signup', 'abc')
    const replace = vi.fn<(path: string) => void>()
    await handleAuthHash(replace)
    expect(window.location.hash).toBe('')
    expect(currentSession()).toEqual(earlier)
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.signUpComplete)
  })

  test('leaves a password reset link to the reset page and does not sign in', async () => {
    openLink('recovery')
    window.history.replaceState(null, '', `${paths.resetPassword}?from=admin${window.location.hash}`)
    const replace = vi.fn<(path: string) => void>()
    await handleAuthHash(replace)
    expect(window.location.href).toBe(`${window.location.origin}${paths.resetPassword}?from=admin`)
    expect(currentSession()).toBeNull()
    expect(replace).not.toHaveBeenCalled()
  })

  test('does not sign in before the server has accepted the tokens', async () => {
    openLink('magiclink')
    const replace = vi.fn<(path: string) => void>()
    const handled = handleAuthHash(replace)
    const { result } = renderHook(useSession)
    expect(result.current.loading).toBe(true)
    expect(window.location.hash).toBe('')
    expect(currentSession()).toBeNull()
    expect(replace).not.toHaveBeenCalled()
    await handled
    await waitFor(() =>
      expect(result.current).toMatchObject({ loading: false, user: { email: 'member@agents.example' } }),
    )
    expect(replace).toHaveBeenCalledExactlyOnceWith(paths.library)
  })

  test.each([401, 403])(
    'keeps the current session when the server rejects the token with %d',
    async (status) => {
      const earlier = signedInAs()
      fakeServer({ '/functions/get-profile': { status, body: { message: 'Unauthorized' } } })
      openLink('signup', createToken({ sub: 'forged' }))
      const replace = vi.fn<(path: string) => void>()
      await handleAuthHash(replace)
      expect(currentSession()).toEqual(earlier)
      expect(replace).toHaveBeenCalledExactlyOnceWith(paths.signUpComplete)
    },
  )

  test.each([true, false])(
    'keeps the choice of the session that it replaces: remember %s',
    async (remember) => {
      signedInAs({}, remember)
      openLink('magiclink')
      await handleAuthHash(() => {})
      expect(currentSession()).toMatchObject({ refresh_token: 'r1' })
      expect(localStorage.getItem(sessionRun) === null).toBe(remember)
    },
  )

  test('renews the session of the same user without a question', async () => {
    signedInAs()
    openLink('magiclink')
    await handleAuthHash(() => {})
    expect(currentSession()).toMatchObject({ refresh_token: 'r1', user: { id: 'user-1' } })
  })
})
