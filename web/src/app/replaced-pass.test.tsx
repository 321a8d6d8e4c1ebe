// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { PassStatus } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { openChat, schedulePassEnd } from '#web/features/chat/chat-session.ts'
import LiveChatPage from '#web/features/chat/pages/live-chat-page.tsx'
import { fakeWidget } from '#web/features/chat/testing/fake-widget.ts'
import { accountPass, guestPass } from '#web/features/chat/testing/waiting-pass.ts'
import { rereadAccess } from '#web/lib/access.ts'
import { useFollowedPass } from '#web/lib/running-pass.ts'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import { SessionBarSlot } from './session-bar-slot.tsx'
import {
  inBrowserWithoutChat,
  inMinutes,
  visitor,
} from '#web/features/chat/testing/in-browser-without-chat.ts'

inBrowserWithoutChat()

const checkPath = '/functions/check-guest-access'
const accessPath = '/functions/get-access'
const served = {
  '/functions/sign-chat-visitor': { body: visitor },
  '/functions/check-subscription': { body: { subscribed: false } },
}
const FollowedKey = () => <output data-testid="followed">{useFollowedPass()?.guestKey}</output>
const followedKey = () => screen.getByTestId('followed').textContent

const showAbout = () =>
  showPage(
    '/about',
    <>
      <SessionBarSlot />
      <FollowedKey />
    </>,
  )
/** Opens the chat with a running pass. Returns its widget. */
const openChatWith = async (pass: typeof guestPass | typeof accountPass) => {
  const { widget } = fakeWidget()
  await act(() => openChat({ ...pass, endsAt: inMinutes(20) }, async () => widget))
  return widget
}
/** Changes a value as another tab does. Null removes it. */
const storeInOtherTab = (key: string, newValue: string | null) =>
  act(async () => {
    if (newValue === null) localStorage.removeItem(key)
    else localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  })

describe('the running pass of an account in a browser that stores an unused guest key', () => {
  const running = (): PassStatus => {
    const endsAt = inMinutes(20)
    return { state: 'running', endsAt, useBy: endsAt, minutes: 30 }
  }
  const unused = { body: { active: true } }
  const arrange = () => {
    signedInAs({ sub: crypto.randomUUID() })
    localStorage.setItem(storageKeys.guestKey, 'unused')
    localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))
    const before = { body: { hasOneTimeAccess: true, pass: running() } }
    fakeServer({ ...served, [checkPath]: unused, [accessPath]: [before, { body: { pass: null } }] })
  }
  const expectGuestPassUnused = async () => {
    await afterCalls()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(followedKey()).toBe('')
    expect(localStorage.getItem(storageKeys.sessionExpiry)).toBeNull()
    expect(localStorage.getItem(storageKeys.guestKey)).toBe('unused')
  }

  test('has an end that is not used for the guest pass', async () => {
    arrange()
    const widget = await openChatWith(accountPass)
    showAbout()
    await screen.findByRole('timer')
    await act(() => rereadAccess())
    await expectGuestPassUnused()
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(toastText()).toBe('Your session is over / Your pass has ended.')
  })

  test('has a chat that is locked on the page of the chat too', async () => {
    arrange()
    showPage(paths.liveChat, <LiveChatPage />)
    await screen.findByRole('timer')
    const widget = await openChatWith(accountPass)
    await act(() => rereadAccess())
    await waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
    expect(toastText()).toBe('Your session is over / Your pass has ended.')
    expect(localStorage.getItem(storageKeys.sessionExpiry)).toBeNull()
  })

  test('has an end that is not used for the guest pass after a reload', async () => {
    localStorage.setItem(storageKeys.guestKey, 'unused')
    localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))
    fakeServer({ [checkPath]: unused })
    showAbout()
    await screen.findByTestId('followed')
    await act(() => vi.dynamicImportSettled())
    await expectGuestPassUnused()
  })

  test('does not change the end of a guest pass that is running', async () => {
    localStorage.setItem(storageKeys.guestKey, 'running')
    localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))
    const endsAt = inMinutes(10)
    fakeServer({ [checkPath]: { body: { active: true, ends_at: endsAt } } })
    showAbout()
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^(09:59|10:00)$/))
    expect(followedKey()).toBe('running')
    expect(localStorage.getItem(storageKeys.sessionExpiry)).toBe(endsAt)
  })
})

describe('the running guest pass of a signed-in visitor', () => {
  test('has its clock again when the access of the account, which came first, has ended', async () => {
    signedInAs({ sub: crypto.randomUUID() })
    localStorage.setItem(storageKeys.guestKey, guestPass.guestKey)
    localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))
    const noAccess = { body: { pass: null } }
    const withPass = { body: { hasOneTimeAccess: true, pass: null } }
    fakeServer({
      ...served,
      [checkPath]: { body: { active: true, ends_at: inMinutes(20) } },
      [accessPath]: [noAccess, withPass, noAccess],
    })
    showAbout()
    await screen.findByRole('timer')
    await afterCalls()
    await act(() => rereadAccess())
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
    expect(followedKey()).toBe('')
    await act(() => rereadAccess())
    expect(await screen.findByRole('timer')).toBeTruthy()
    expect(followedKey()).toBe(guestPass.guestKey)
  })
})

describe('the running pass of a guest who chooses another pass in another tab', () => {
  const arrange = async () => {
    localStorage.setItem(storageKeys.guestKey, guestPass.guestKey)
    localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))
    const widget = await openChatWith(guestPass)
    return widget
  }
  const replies = (endsAt: string | undefined) => ({
    ...served,
    [checkPath]: (body: unknown) => ({
      body: { active: true, ends_at: JSON.stringify(body).includes('other') ? endsAt : inMinutes(20) },
    }),
  })
  const choose = async () => {
    await storeInOtherTab(storageKeys.guestKey, 'other')
    await storeInOtherTab(storageKeys.sessionExpiry, null)
  }
  const replaced = 'Your session is over / This browser now uses another live chat pass.'

  test('is not extended: its chat is locked, and the clock shows the other pass', async () => {
    const endsAt = inMinutes(25)
    fakeServer(replies(endsAt))
    const widget = await arrange()
    showAbout()
    await screen.findByRole('timer')
    await choose()
    await storeInOtherTab(storageKeys.sessionExpiry, endsAt)
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^2[45]:/))
    expect(followedKey()).toBe('other')
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(toastText()).toBe(replaced)
  })

  test('leaves no clock when the other has not started', async () => {
    fakeServer(replies(undefined))
    const widget = await arrange()
    showAbout()
    await screen.findByRole('timer')
    await choose()
    await afterCalls()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(followedKey()).toBe('')
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
  })

  test('does not get the end of the other while that cannot be checked', async () => {
    const endsAt = inMinutes(25)
    fakeServer({
      ...replies(endsAt),
      [checkPath]: [{ body: { active: true, ends_at: inMinutes(20) } }, 'unreachable'],
    })
    const widget = await arrange()
    showAbout()
    await screen.findByRole('timer')
    await afterCalls()
    await choose()
    await storeInOtherTab(storageKeys.sessionExpiry, endsAt)
    await afterCalls()
    expect(screen.getByRole('timer').textContent).toMatch(/^(19|20):/)
    expect(followedKey()).toBe(guestPass.guestKey)
    expect(widget.setLocked).not.toHaveBeenCalled()
  })

  test('has a chat that is locked on the page of the chat too', async () => {
    fakeServer(replies(inMinutes(25)))
    localStorage.setItem(storageKeys.guestKey, guestPass.guestKey)
    showPage(paths.liveChat, <LiveChatPage />)
    await screen.findByRole('timer')
    const widget = await openChatWith(guestPass)
    await choose()
    await waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
    expect(screen.getByRole('timer').textContent).toMatch(/^2[45]:/)
    expect(toastText()).toBe(replaced)
  })

  test('ends at its time, even if the other has more time and its choice was not noticed', async () => {
    vi.useFakeTimers()
    fakeServer(replies(inMinutes(25)))
    localStorage.setItem(storageKeys.guestKey, guestPass.guestKey)
    const { widget } = fakeWidget()
    const opening = openChat({ ...guestPass, endsAt: inMinutes(20) }, async () => widget)
    await vi.advanceTimersByTimeAsync(1000)
    await opening
    schedulePassEnd({ guestKey: guestPass.guestKey, endsAt: inMinutes(20) })
    localStorage.setItem(storageKeys.guestKey, 'other')
    await act(() => vi.advanceTimersByTimeAsync(20 * 60_000 + 2000))
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
  })
})
