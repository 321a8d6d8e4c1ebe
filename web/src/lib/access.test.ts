// @vitest-environment jsdom
import { act, render, renderHook, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { deferred } from '#test/kit/deferred.ts'
import { followSession, refreshAccess, rereadAccess, useAccess, useAdmin } from './access.ts'
import { dropSession } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { signedInAs } from './testing/tokens.ts'

inFreshBrowser()

let users = 0
/** Signs in a new user each time, because the access status is kept for as long as the user stays the same. */
const signInNewUser = () => {
  users += 1
  return signedInAs({ sub: `user-${users}` })
}
const status = (facts: object = {}) => ({ body: { isSubscribed: false, isAdmin: false, ...facts } })

/** Returns a response that arrives when the test says so. */
const lateResponse = <T>(response: T) => {
  const { promise, resolve: arrive } = deferred()
  return { promise: promise.then(() => response), arrive }
}

describe('useAccess', () => {
  test('grants no access and makes no call while no user is signed in', () => {
    const seen = fakeServer({})
    const { result } = renderHook(useAccess)
    expect(result.current).toMatchObject({ loading: false, failed: false, access: { isSubscribed: false } })
    expect(seen).toEqual([])
  })

  test('grants access to a subscriber without a further subscription check', async () => {
    signInNewUser()
    const seen = fakeServer({ '/functions/get-access': status({ isSubscribed: true }) })
    const { result } = renderHook(useAccess)
    expect(result.current.loading).toBe(true)
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(result.current).toMatchObject({ failed: false, access: { isSubscribed: true } })
    expect(seen.map(({ path }) => path)).toEqual(['/functions/get-access'])
  })

  test('loads the status of the next user after another component has gone', async () => {
    signInNewUser()
    fakeServer({
      '/functions/get-access': [status({ isSubscribed: true }), status({ isAdmin: true })],
      '/functions/check-subscription': { body: { subscribed: false } },
    })
    const { result } = renderHook(useAccess)
    renderHook(useAccess).unmount()
    await waitFor(() => expect(result.current.loading).toBe(false))
    act(() => void dropSession())
    act(() => void signInNewUser())
    await waitFor(() => expect(result.current.access.isAdmin).toBe(true))
    await waitFor(() => expect(result.current.loading).toBe(false))
  })

  test('loads the status again when the payment provider reports a subscription', async () => {
    signInNewUser()
    fakeServer({
      '/functions/get-access': [status(), status({ isSubscribed: true })],
      '/functions/check-subscription': { body: { subscribed: true } },
    })
    const { result } = renderHook(useAccess)
    await waitFor(() => expect(result.current.access.isSubscribed).toBe(true))
    expect(result.current.loading).toBe(false)
  })

  test('loads the status again when the check has found that a former subscriber owes a payment', async () => {
    signInNewUser()
    fakeServer({
      '/functions/get-access': [
        status({ subscriptionTier: 'monthly' }),
        status({ subscriptionTier: 'monthly', paymentDue: true }),
      ],
      '/functions/check-subscription': { body: { subscribed: false } },
    })
    const { result } = renderHook(useAccess)
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(result.current.access.paymentDue).toBe(true)
  })

  test('makes no further call for a user who has never subscribed', async () => {
    signInNewUser()
    const seen = fakeServer({
      '/functions/get-access': status({ subscriptionTier: null }),
      '/functions/check-subscription': { body: { subscribed: false } },
    })
    const { result } = renderHook(useAccess)
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(seen.map(({ path }) => path)).toEqual(['/functions/get-access', '/functions/check-subscription'])
  })

  describe('after the page has shown rows before the app was loaded', () => {
    const showEarly = (userId: string) => {
      const access = { isSubscribed: true } as AccessStatus
      window.earlyRows = { userId, access, library: { files: [], videos: [] } }
    }
    afterEach(() => {
      delete window.earlyRows
    })

    test('grants access on the first render, and loads the status as always', async () => {
      const { user } = signInNewUser()
      showEarly(user.id)
      const seen = fakeServer({ '/functions/get-access': status() })
      followSession()
      const { result } = renderHook(useAccess)
      expect(result.current).toMatchObject({ loading: true, access: { isSubscribed: true } })
      await waitFor(() => expect(result.current.loading).toBe(false))
      expect(result.current.access.isSubscribed).toBe(false)
      expect(seen[0]?.path).toBe('/functions/get-access')
    })

    test('hydrates with the status of the early rows, and then shows a newer one that has arrived', async () => {
      const { user } = signInNewUser()
      showEarly(user.id)
      fakeServer({ '/functions/get-access': status() })
      followSession()
      const { result } = renderHook(useAccess)
      await waitFor(() => expect(result.current.loading).toBe(false))
      const seen: boolean[] = []
      const Part = () => {
        seen.push(useAccess().access.isSubscribed)
        return createElement('p')
      }
      const root = document.createElement('div')
      root.innerHTML = '<p></p>'
      render(createElement(Part), { container: root, hydrate: true })
      expect([seen[0], seen.at(-1)]).toEqual([true, false])
    })

    test('grants no access to another user', async () => {
      signInNewUser()
      showEarly('ben')
      fakeServer({ '/functions/get-access': status() })
      followSession()
      const { result } = renderHook(useAccess)
      expect(result.current).toMatchObject({ loading: true, access: { isSubscribed: false } })
      await waitFor(() => expect(result.current.loading).toBe(false))
    })
  })

  test('keeps a newer status when the subscription check of an earlier one takes long', async () => {
    signInNewUser()
    const { promise: check, arrive } = lateResponse({ body: { subscribed: false } })
    const pass = { startsAt: null, useBy: null, adviserRepliedAt: null }
    fakeServer({
      '/functions/get-access': [
        status({ hasOneTimeAccess: true, pass: { ...pass, endsAt: null } }),
        status({ hasOneTimeAccess: true, pass: { ...pass, endsAt: '2027-03-01T10:30:00.000Z' } }),
      ],
      '/functions/check-subscription': check,
    })
    const { result } = renderHook(useAccess)
    await waitFor(() => expect(result.current.access.hasOneTimeAccess).toBe(true))
    await act(rereadAccess)
    arrive()
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(result.current.access.pass?.endsAt).toBe('2027-03-01T10:30:00.000Z')
  })

  test('keeps the status of the latest request when an earlier response arrives last', async () => {
    signInNewUser()
    const { promise: early, arrive } = lateResponse(status({ isAdmin: true }))
    fakeServer({ '/functions/get-access': [early, status({ isSubscribed: true })] })
    const { result } = renderHook(useAccess)
    await act(rereadAccess)
    expect(result.current.access.isSubscribed).toBe(true)
    await act(async () => arrive())
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(result.current.access).toMatchObject({ isSubscribed: true, isAdmin: false })
  })

  test('grants no access when the server cannot be reached, and tries again on request', async () => {
    signInNewUser()
    fakeServer({
      '/functions/get-access': ['unreachable', status({ isAdmin: true })],
      '/functions/check-subscription': { body: { subscribed: false } },
    })
    const { result } = renderHook(() => ({ ...useAccess(), admin: useAdmin() }))
    await waitFor(() => expect(result.current.failed).toBe(true))
    expect(result.current.admin).toEqual({ isAdmin: false, loading: false })
    await act(refreshAccess)
    expect(result.current).toMatchObject({
      failed: false,
      loading: false,
      admin: { isAdmin: true, loading: false },
    })
  })

  test('resets as soon as the user signs out', async () => {
    signInNewUser()
    fakeServer({
      '/functions/get-access': status({ isAdmin: true }),
      '/functions/check-subscription': { body: { subscribed: false } },
    })
    const { result } = renderHook(useAdmin)
    await waitFor(() => expect(result.current.isAdmin).toBe(true))
    act(() => void dropSession())
    expect(result.current).toEqual({ isAdmin: false, loading: false })
  })
})
