// @vitest-environment jsdom
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { PassStatus } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { openChat, schedulePassEnd } from '#web/features/chat/chat-session.ts'
import { fakeWidget } from '#web/features/chat/testing/fake-widget.ts'
import { accountPass, guestPass } from '#web/features/chat/testing/waiting-pass.ts'
import WithdrawPage from '#web/features/withdrawals/pages/withdraw-page.tsx'
import { rereadAccess } from '#web/lib/access.ts'
import { useFollowedPass } from '#web/lib/running-pass.ts'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { fakeServer, type SeenCall } from '#web/lib/testing/fake-server.ts'
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
const listPath = '/functions/list-withdrawable-purchases'
const withdrawPath = '/functions/withdraw-purchase'
const accessPath = '/functions/get-access'

const purchase = {
  id: 'pass-1',
  plan: 'one-time',
  boughtAt: '2027-05-01T12:00:00.000Z',
  lastDay: '2027-05-15',
  paidMinor: 5000,
  refundMinor: 3000,
  refundedMinor: 0,
  startRequested: true,
  used: { count: 12, of: 30, unit: 'minutes' },
}
const listed = { [listPath]: { body: { data: [purchase] } } }
const withdrawn = { ...listed, [withdrawPath]: { body: { refundMinor: 3000 } } }
const noAccess = { pass: null }
const withPass = (minutesLeft: number) => {
  const endsAt = inMinutes(minutesLeft)
  const pass: PassStatus = { state: 'running', endsAt, useBy: endsAt, minutes: 30 }
  return { hasOneTimeAccess: true, pass }
}
const notSubscribed = { '/functions/check-subscription': { body: { subscribed: false } } }

const keepGuestPass = () => {
  localStorage.setItem(storageKeys.guestKey, guestPass.guestKey)
  localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))
}

/** The responses to the checks of a guest pass: when the page loads, and later. */
const onLoadAndThen = (later: { body: object } | 'unreachable') => ({
  [checkPath]: [{ body: { active: true, ends_at: inMinutes(20) } }, later],
})
const ended = { body: { active: false } }

/** Shows the page for withdrawals, and waits for the clock above it. */
const open = async () => {
  showPage(
    paths.withdraw,
    <>
      <SessionBarSlot />
      <WithdrawPage />
    </>,
  )
  await screen.findByRole('timer')
  await afterCalls()
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const withdraw = async () => {
  await press('Withdraw from this purchase')
  await press('Confirm withdrawal')
}
const checksIn = (seen: SeenCall[]) => seen.filter(({ path }) => path === checkPath).length
const expectNoClock = () => waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
const signed = { '/functions/sign-chat-visitor': { body: visitor } }
/** Opens the chat with a running pass. Returns its widget. */
const openChatWith = async (pass: typeof guestPass | typeof accountPass) => {
  const { widget } = fakeWidget()
  await openChat({ ...pass, endsAt: inMinutes(20) }, async () => widget)
  return widget
}

describe('the clock of a guest pass', () => {
  test('disappears when the holder withdraws, and is forgotten', async () => {
    keepGuestPass()
    fakeServer({ ...withdrawn, ...onLoadAndThen(ended) })
    await open()
    await withdraw()
    await expectNoClock()
    expect(screen.getByText('You have withdrawn from this purchase')).toBeTruthy()
    expect(localStorage.getItem(storageKeys.guestKey)).toBeNull()
    expect(localStorage.getItem(storageKeys.sessionExpiry)).toBeNull()
    expect(toastText()).toBe('')
  })

  test('disappears when the holder withdraws and the refund fails', async () => {
    keepGuestPass()
    const failed = { status: 409, body: { error: { code: 'refund_failed', message: 'Please email us.' } } }
    fakeServer({ ...listed, [withdrawPath]: failed, ...onLoadAndThen(ended) })
    await open()
    await withdraw()
    await expectNoClock()
  })

  test('disappears when a withdrawal whose response was lost turns out to be made', async () => {
    keepGuestPass()
    const lists = { [listPath]: [{ body: { data: [purchase] } }, { body: { data: [] } }] }
    fakeServer({ ...lists, [withdrawPath]: 'unreachable', ...onLoadAndThen(ended) })
    await open()
    await withdraw()
    await press('Keep my access')
    await expectNoClock()
  })

  test('shows the minutes that other purchases of the pass leave after a withdrawal', async () => {
    keepGuestPass()
    fakeServer({ ...withdrawn, ...onLoadAndThen({ body: { active: true, ends_at: inMinutes(5) } }) })
    await open()
    await withdraw()
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^0[45]:/))
  })

  test.each([
    ['the check fails', () => onLoadAndThen('unreachable')],
    ['every check fails', () => ({ [checkPath]: 'unreachable' as const })],
  ])('continues while %s, and so does the open chat', async (_, checks) => {
    keepGuestPass()
    const seen = fakeServer({ ...withdrawn, ...signed, ...checks() })
    const widget = await openChatWith(guestPass)
    const { result: followed } = renderHook(useFollowedPass)
    await open()
    await withdraw()
    await waitFor(() => expect(checksIn(seen)).toBe(2))
    await afterCalls()
    expect(screen.getByRole('timer')).toBeTruthy()
    expect(followed.current?.guestKey).toBe(guestPass.guestKey)
    expect(widget.setLocked).not.toHaveBeenCalled()
    expect(toastText()).toBe('')
  })

  test('is followed again when the tab has stopped following it', async () => {
    keepGuestPass()
    fakeServer({ ...listed, [checkPath]: 'unreachable' })
    const { result: followed } = renderHook(useFollowedPass)
    await open()
    act(() => schedulePassEnd(undefined))
    await afterCalls()
    expect(screen.getByRole('timer')).toBeTruthy()
    expect(followed.current?.guestKey).toBe(guestPass.guestKey)
  })

  test('ends the open chat when the holder withdraws', async () => {
    keepGuestPass()
    fakeServer({ ...withdrawn, ...signed, ...onLoadAndThen(ended) })
    const widget = await openChatWith(guestPass)
    await open()
    await withdraw()
    await waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
    expect(toastText()).toBe('Your session is over / Your pass has ended.')
  })

  test.each([storageKeys.sessionExpiry, storageKeys.guestKey])(
    'disappears when another tab ends the pass and removes %s',
    async (key) => {
      keepGuestPass()
      fakeServer({ ...listed, ...onLoadAndThen(ended) })
      await open()
      act(() => {
        localStorage.removeItem(key)
        window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
      })
      await expectNoClock()
    },
  )

  test('is not checked again when another tab stores the same end', async () => {
    keepGuestPass()
    const seen = fakeServer({ ...listed, ...onLoadAndThen(ended) })
    await open()
    const newValue = localStorage.getItem(storageKeys.sessionExpiry)
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.sessionExpiry, newValue }))
    await afterCalls()
    expect(checksIn(seen)).toBe(1)
    expect(screen.getByRole('timer')).toBeTruthy()
  })

  test('continues when the stored end is removed while the pass still gives access', async () => {
    keepGuestPass()
    const seen = fakeServer({ ...listed, [checkPath]: { body: { active: true, ends_at: inMinutes(20) } } })
    await open()
    act(() => {
      localStorage.removeItem(storageKeys.sessionExpiry)
      window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.sessionExpiry, newValue: null }))
    })
    await waitFor(() => expect(checksIn(seen)).toBe(2))
    await afterCalls()
    expect(screen.getByRole('timer')).toBeTruthy()
  })
})

describe('the clock of the pass of an account', () => {
  /** Signs in another user each time, whose access is not known yet. */
  const signIn = () => {
    signedInAs({ sub: crypto.randomUUID() })
    // The stored end, as the live chat page writes it.
    localStorage.setItem(storageKeys.sessionExpiry, inMinutes(20))
  }

  test('disappears when the holder withdraws, and other tabs are notified', async () => {
    signIn()
    fakeServer({
      ...withdrawn,
      ...notSubscribed,
      [accessPath]: [{ body: withPass(20) }, { body: noAccess }],
    })
    await open()
    await withdraw()
    await expectNoClock()
    expect(localStorage.getItem(storageKeys.sessionExpiry)).toBeNull()
  })

  test('stores its end, whose removal notifies tabs that have never shown the live chat page', async () => {
    signedInAs({ sub: crypto.randomUUID() })
    const before = withPass(20)
    fakeServer({ ...withdrawn, ...notSubscribed, [accessPath]: [{ body: before }, { body: noAccess }] })
    await open()
    expect(localStorage.getItem(storageKeys.sessionExpiry)).toBe(before.pass.endsAt)
    await withdraw()
    await waitFor(() => expect(localStorage.getItem(storageKeys.sessionExpiry)).toBeNull())
  })

  test.each([
    ['is locked when the pass was the only access', noAccess, 1],
    ['stays open for a subscriber', { isSubscribed: true, pass: null }, 0],
  ])('disappears, and the open chat %s', async (_, access, times) => {
    signIn()
    const before = { body: withPass(20) }
    fakeServer({ ...withdrawn, ...signed, ...notSubscribed, [accessPath]: [before, { body: access }] })
    const widget = await openChatWith(accountPass)
    await open()
    await withdraw()
    await expectNoClock()
    await afterCalls()
    expect(widget.setLocked).toHaveBeenCalledTimes(times)
    expect(localStorage.getItem(storageKeys.sessionExpiry)).toBeNull()
  })

  test('leaves the chat to the timer when the access is read again after the end', async () => {
    vi.useFakeTimers()
    signedInAs({ sub: crypto.randomUUID(), lifeSeconds: 7200 })
    const before = { body: withPass(20) }
    fakeServer({ ...listed, ...signed, ...notSubscribed, [accessPath]: [before, { body: noAccess }] })
    const opening = openChatWith(accountPass)
    await vi.advanceTimersByTimeAsync(1000)
    const widget = await opening
    showPage('/about', <SessionBarSlot />)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByRole('timer')).toBeTruthy()
    // A hidden tab does not check the pass before its end.
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(20 * 60_000 - 1500))
    await act(() => rereadAccess())
    expect(widget.setLocked).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(toastText()).toBe('Your session is over / You’ve used all of your time with an adviser.')
  })

  test.each([
    ['ends the pass', null, noAccess],
    ['adds time', inMinutes(50), withPass(50)],
  ])('follows the server when another tab %s', async (_, newValue, access) => {
    signIn()
    const before = { body: withPass(20) }
    fakeServer({ ...listed, ...notSubscribed, [accessPath]: [before, { body: access }] })
    await open()
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.sessionExpiry, newValue }))
    })
    if (newValue === null) return expectNoClock()
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^(49|50):/))
  })
})
