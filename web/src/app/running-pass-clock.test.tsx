// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PassStatus } from '#shared/contract/subscriptions.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { followSession } from '#web/lib/access.ts'
import { setRunningPass } from '#web/lib/running-pass.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { SessionBarSlot } from './session-bar-slot.tsx'

inFreshBrowser(() => setRunningPass(null))

const inMinutes = (minutes: number) => new Date(serverNow().getTime() + minutes * 60_000).toISOString()
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
  signedInAs()
  fakeServer({ [accessPath]: { body: { hasOneTimeAccess: true, pass: runningPass(20) } } })
  followSession()
  page()
  expect(await screen.findByRole('complementary', clock)).toBeTruthy()
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
