// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { PassStatus } from '#shared/contract/subscriptions.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { followSession } from '#web/lib/access.ts'
import { setRunningPass, useFollowedPass } from '#web/lib/running-pass.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { SessionBarSlot } from './session-bar-slot.tsx'
import { inMinutes } from '#web/features/chat/testing/in-browser-without-chat.ts'

inFreshBrowser(() => setRunningPass(null))

const page = (path = '/about') => showPage(path, <SessionBarSlot />)
/** Waits until a clock would be shown: its code is loaded when it is needed. */
const whenSettled = () => act(() => vi.dynamicImportSettled())
const clock = { name: 'Time left in your chat' }

const keepGuestPass = (minutesLeft: number) => {
  localStorage.setItem(storageKeys.guestKey, 'guest-key')
  localStorage.setItem(storageKeys.sessionExpiry, inMinutes(minutesLeft))
}

const accessPath = '/functions/get-access'

/** The running pass of an account, as the server reports it. */
const runningPass = (minutesLeft: number): PassStatus => ({
  state: 'running',
  endsAt: inMinutes(minutesLeft),
  useBy: inMinutes(minutesLeft),
  minutes: 30,
})

test('a guest sees the clock of a running pass after a page has been loaded', async () => {
  fakeServer({})
  keepGuestPass(20)
  page()
  expect(await screen.findByRole('complementary', clock)).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(/^(19:59|20:00)$/)
  expect(screen.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe('/livechat?open=chat')
})

test('an account sees the clock of its running pass after a page has been loaded', async () => {
  signedInAs({ sub: crypto.randomUUID() })
  fakeServer({ [accessPath]: { body: { hasOneTimeAccess: true, pass: runningPass(20) } } })
  followSession()
  page()
  expect(await screen.findByRole('complementary', clock)).toBeTruthy()
})

test('the end of an account’s pass is forgotten when its time is up', async () => {
  vi.useFakeTimers()
  signedInAs({ sub: crypto.randomUUID() })
  fakeServer({ [accessPath]: { body: { hasOneTimeAccess: true, pass: runningPass(1) } } })
  followSession()
  page()
  await act(() => vi.advanceTimersByTimeAsync(0))
  await whenSettled()
  expect(localStorage.getItem(storageKeys.sessionExpiry)).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(localStorage.getItem(storageKeys.sessionExpiry)).toBeNull()
})

test.each([
  ['whose pass has ended', () => keepGuestPass(-1)],
  ['without a pass', () => localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))],
])('a visitor %s sees no clock', async (_, arrange) => {
  fakeServer({})
  arrange()
  page()
  await whenSettled()
  expect(screen.queryByRole('complementary', clock)).toBeNull()
})

test('the page of the chat, which has its own clock, has no second one', async () => {
  fakeServer({})
  keepGuestPass(20)
  page('/livechat')
  await whenSettled()
  expect(screen.queryByRole('complementary', clock)).toBeNull()
})

describe('a signed-in visitor with the running guest pass of this browser', () => {
  const FollowedKey = () => <output data-testid="followed">{useFollowedPass()?.guestKey}</output>
  const followedKey = () => screen.getByTestId('followed').textContent

  /** Loads a page, and returns a function that lets the server respond to the request for the account's access. */
  const load = (access: object) => {
    // Another user each time, whose access is not known yet.
    signedInAs({ sub: crypto.randomUUID() })
    keepGuestPass(20)
    const { promise: reply, resolve: respond } = deferred<{ body: object }>()
    fakeServer({ [accessPath]: reply, '/functions/check-subscription': { body: { subscribed: false } } })
    showPage(
      '/about',
      <>
        <SessionBarSlot />
        <FollowedKey />
      </>,
    )
    return async () => {
      await act(async () => respond({ body: { pass: null, ...access } }))
      await whenSettled()
    }
  }

  test.each([
    ['a subscription', { isSubscribed: true }],
    ['the admin role', { isAdmin: true }],
    ['another pass that has not started', { hasOneTimeAccess: true }],
  ])('sees no clock when the account has %s', async (_, access) => {
    const respond = load(access)
    await whenSettled()
    expect(screen.queryByRole('complementary', clock)).toBeNull()
    await respond()
    expect(screen.queryByRole('complementary', clock)).toBeNull()
    expect(followedKey()).toBe('')
  })

  test('sees the clock of the account’s own pass', async () => {
    const respond = load({ hasOneTimeAccess: true, pass: runningPass(10) })
    await respond()
    expect((await screen.findByRole('timer')).textContent).toMatch(/^(09:59|10:00)$/)
    expect(followedKey()).toBe('')
  })

  test('sees the clock of the guest pass once it is known that the account has no access', async () => {
    const respond = load({})
    await whenSettled()
    expect(followedKey()).toBe('')
    await respond()
    expect((await screen.findByRole('timer')).textContent).toMatch(/^(19:59|20:00)$/)
    expect(followedKey()).toBe('guest-key')
  })

  test('no longer sees the clock of the guest pass once the account is known to be subscribed', async () => {
    const respond = load({ isSubscribed: true })
    act(() => setRunningPass({ guestKey: 'guest-key', endsAt: inMinutes(20) }))
    expect(await screen.findByRole('complementary', clock)).toBeTruthy()
    await respond()
    expect(screen.queryByRole('complementary', clock)).toBeNull()
    expect(followedKey()).toBe('')
  })
})
