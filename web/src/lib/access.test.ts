// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refreshAccess, useAccess, useAdmin } from './access.ts'
import { dropSession } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { signedInAs } from './testing/tokens.ts'

inFreshBrowser()

let people = 0
/** Somebody who has not been here: what one may use is remembered as long as the person stays the same. */
const somebody = () => {
  people += 1
  return signedInAs({ sub: `visitor-${people}` })
}
const status = (facts: object = {}) => ({ body: { isSubscribed: false, isAdmin: false, ...facts } })

test('grants nothing, and asks nothing, while nobody is signed in', () => {
  const seen = fakeServer({})
  const { result } = renderHook(useAccess)
  expect(result.current).toMatchObject({ loading: false, failed: false, access: { isSubscribed: false } })
  expect(seen).toEqual([])
})

test('lets a subscriber in before the payment provider has been asked', async () => {
  somebody()
  fakeServer({
    '/functions/get-access': status({ isSubscribed: true }),
    '/functions/check-subscription': 'unreachable',
  })
  const { result } = renderHook(useAccess)
  expect(result.current.loading).toBe(true)
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current).toMatchObject({ failed: false, access: { isSubscribed: true } })
})

test('reads the status again when the payment provider knows of a subscription', async () => {
  somebody()
  fakeServer({
    '/functions/get-access': [status(), status({ isSubscribed: true })],
    '/functions/check-subscription': { body: { subscribed: true } },
  })
  const { result } = renderHook(useAccess)
  await waitFor(() => expect(result.current.access.isSubscribed).toBe(true))
  expect(result.current.loading).toBe(false)
})

test('withdraws access when the payment provider knows of none any more', async () => {
  somebody()
  fakeServer({
    '/functions/get-access': [status({ isSubscribed: true }), status()],
    '/functions/check-subscription': { body: { subscribed: false } },
  })
  const { result } = renderHook(useAccess)
  await waitFor(() =>
    expect(result.current).toMatchObject({ loading: false, access: { isSubscribed: false } }),
  )
})

test('grants nothing when the server cannot be asked, and asks again on request', async () => {
  somebody()
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

test('forgets what a person could use as soon as they sign out', async () => {
  somebody()
  fakeServer({
    '/functions/get-access': status({ isAdmin: true }),
    '/functions/check-subscription': { body: { subscribed: false } },
  })
  const { result } = renderHook(useAdmin)
  await waitFor(() => expect(result.current.isAdmin).toBe(true))
  act(dropSession)
  expect(result.current).toEqual({ isAdmin: false, loading: false })
})
