// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handleAuthHash } from './auth-hash.ts'
import { currentSession } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { aToken, freshBrowser, signedInAs } from './testing/tokens.ts'

const arriveWith = (type: string, accessToken = aToken()) =>
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

test('does nothing without tokens in the address', () => {
  window.history.replaceState(null, '', '/#features')
  const replace = vi.fn<(path: string) => void>()
  expect(handleAuthHash(replace)).toBe(false)
  expect(window.location.hash).toBe('#features')
  expect(replace).not.toHaveBeenCalled()
})

test('takes the tokens out of the address, signs in and goes to the page for new members', () => {
  arriveWith('signup')
  const replace = vi.fn<(path: string) => void>()
  expect(handleAuthHash(replace)).toBe(true)
  expect(window.location.href).toBe(`${window.location.origin}/?utm_source=mail`)
  expect(currentSession()).toMatchObject({ refresh_token: 'r1', user: { id: 'user-1' } })
  expect(replace).toHaveBeenCalledExactlyOnceWith('/signup-complete')
})

test.each([
  ['annual', 'monthly', '/signup-complete?plan=annual'],
  [null, 'monthly', '/signup-complete?plan=monthly'],
  ['nonsense', null, '/signup-complete'],
])('carries the plan on: pending %s, selected %s', (pending, selected, expected) => {
  if (pending) localStorage.setItem('pending_signup_plan', pending)
  if (selected) localStorage.setItem('selectedPlan', selected)
  arriveWith('signup')
  const replace = vi.fn<(path: string) => void>()
  handleAuthHash(replace)
  expect(replace).toHaveBeenCalledExactlyOnceWith(expected)
})

test('stays on a page that the link names itself', () => {
  arriveWith('signup')
  window.history.replaceState(null, '', `/signup-complete?plan=annual${window.location.hash}`)
  const replace = vi.fn<(path: string) => void>()
  expect(handleAuthHash(replace)).toBe(true)
  expect(window.location.href).toBe(`${window.location.origin}/signup-complete?plan=annual`)
  expect(currentSession()?.refresh_token).toBe('r1')
  expect(replace).not.toHaveBeenCalled()
})

test('closes a window that another window opened', () => {
  vi.stubGlobal('opener', {})
  const close = vi.spyOn(window, 'close').mockReturnValue()
  const replace = vi.fn<(path: string) => void>()
  arriveWith('signup')
  handleAuthHash(replace)
  expect(close).toHaveBeenCalledOnce()
  expect(currentSession()).not.toBeNull()
  expect(replace).not.toHaveBeenCalled()
})

test.each(['magiclink', 'recovery', ''])('goes to the library with type %j', (type) => {
  arriveWith(type)
  const replace = vi.fn<(path: string) => void>()
  handleAuthHash(replace)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/library')
})

test('leaves a visitor signed in as they were when the token is damaged, and moves them on all the same', () => {
  const earlier = signedInAs()
  arriveWith('signup', 'abc')
  const replace = vi.fn<(path: string) => void>()
  expect(handleAuthHash(replace)).toBe(true)
  expect(window.location.hash).toBe('')
  expect(currentSession()).toEqual(earlier)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/signup-complete')
})

test('hands the link of a reset mail over to the page for a new password, signing nobody in', () => {
  arriveWith('recovery')
  window.history.replaceState(null, '', `/reset-password?from=admin${window.location.hash}`)
  const replace = vi.fn<(path: string) => void>()
  expect(handleAuthHash(replace)).toBe(true)
  expect(window.location.href).toBe(`${window.location.origin}/reset-password?from=admin`)
  expect(currentSession()).toBeNull()
  expect(replace).not.toHaveBeenCalled()
})

test('learns the address of the person afterwards', async () => {
  fakeServer({ '/functions/get-profile': { body: { user_id: 'user-1', email: 'member@agents.example' } } })
  arriveWith('magiclink')
  handleAuthHash(() => {})
  await vi.waitFor(() => expect(currentSession()?.user.email).toBe('member@agents.example'), {
    timeout: 10_000,
  })
})

test('stays on the page that the link names itself', () => {
  window.history.replaceState(
    null,
    '',
    `/signup-complete?plan=annual#access_token=${aToken()}&refresh_token=r1`,
  )
  const replace = vi.fn<(path: string) => void>()
  expect(handleAuthHash(replace)).toBe(true)
  expect(`${window.location.pathname}${window.location.search}${window.location.hash}`).toBe(
    '/signup-complete?plan=annual',
  )
  expect(currentSession()).toMatchObject({ refresh_token: 'r1' })
  expect(replace).not.toHaveBeenCalled()
})
