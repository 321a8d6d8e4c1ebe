// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { PassStatus } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { openChat, startCheckMs } from '#web/features/chat/chat-session.ts'
import { fakeWidget } from '#web/features/chat/testing/fake-widget.ts'
import { accountPass, guestPass } from '#web/features/chat/testing/waiting-pass.ts'
import WithdrawPage from '#web/features/withdrawals/pages/withdraw-page.tsx'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import { SessionBarSlot } from './session-bar-slot.tsx'
import { inBrowserWithoutChat, visitor } from '#web/features/chat/testing/in-browser-without-chat.ts'

inBrowserWithoutChat()

const checkPath = '/functions/check-guest-access'
const accessPath = '/functions/get-access'
const served = {
  '/functions/sign-chat-visitor': { body: visitor },
  '/functions/check-subscription': { body: { subscribed: false } },
}
const waiting: PassStatus = { state: 'waiting', endsAt: null, useBy: '2027-06-01T12:00:00.000Z', minutes: 30 }
const withPass = { body: { hasOneTimeAccess: true, pass: waiting } }
const subscribed = { body: { isSubscribed: true, pass: null } }
const noAccess = { body: { pass: null } }
const gone = { body: { active: false } }
const unused = { body: { active: true } }

const hold = (pass: typeof guestPass | typeof accountPass) => {
  if (pass.guestKey === undefined) signedInAs({ sub: crypto.randomUUID(), lifeSeconds: 7200 })
  else localStorage.setItem(storageKeys.guestKey, pass.guestKey)
}
/** Opens the chat with a pass that has not started. Returns its widget. */
const open = async (pass: typeof guestPass | typeof accountPass) => {
  const { widget } = fakeWidget()
  await openChat(pass, async () => widget)
  return widget
}
const over = 'Your session is over / Your pass has ended.'

describe('the open chat of a pass that has not started, when the holder withdraws,', () => {
  const purchase = {
    id: 'pass-1',
    plan: 'one-time',
    boughtAt: '2027-05-01T12:00:00.000Z',
    lastDay: '2027-05-15',
    paidMinor: 5000,
    refundMinor: 5000,
    refundedMinor: 0,
    startRequested: true,
    used: { count: 0, of: 30, unit: 'minutes' },
  }
  const withdrawal = {
    '/functions/list-withdrawable-purchases': { body: { data: [purchase] } },
    '/functions/withdraw-purchase': { body: { refundMinor: 5000 } },
  }
  const withdraw = async () => {
    showPage(
      paths.withdraw,
      <>
        <SessionBarSlot />
        <WithdrawPage />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw from this purchase' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }))
    await screen.findByText('You have withdrawn from this purchase')
  }

  test.each([
    ['a guest', guestPass, { [checkPath]: gone }],
    ['an account', accountPass, { [accessPath]: [withPass, noAccess] }],
  ])('is locked at once for %s', async (_, pass, replies) => {
    hold(pass)
    fakeServer({ ...served, ...withdrawal, ...replies })
    const widget = await open(pass)
    await withdraw()
    await waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
    expect(toastText()).toBe(over)
  })

  test.each([
    ['a guest whose pass cannot be checked', guestPass, { [checkPath]: 'unreachable' as const }],
    ['a guest with another purchase of the pass', guestPass, { [checkPath]: unused }],
    [
      'an account whose access cannot be read',
      accountPass,
      { [accessPath]: [withPass, 'unreachable' as const] },
    ],
    ['an account with another pass', accountPass, { [accessPath]: withPass }],
    ['a subscriber', accountPass, { [accessPath]: [withPass, subscribed] }],
  ])('stays open for %s', async (_, pass, replies) => {
    hold(pass)
    const seen = fakeServer({ ...served, ...withdrawal, ...replies })
    const widget = await open(pass)
    await withdraw()
    await waitFor(() => expect(seen.map(({ path }) => path)).toContain(Object.keys(replies)[0]))
    await afterCalls()
    expect(widget.setLocked).not.toHaveBeenCalled()
    expect(toastText()).toBe('')
  })
})

describe('the regular check of a pass that has not started', () => {
  const openAndWait = async (pass: typeof guestPass | typeof accountPass) => {
    vi.useFakeTimers()
    hold(pass)
    const { widget } = fakeWidget()
    const opening = openChat(pass, async () => widget)
    await vi.advanceTimersByTimeAsync(1000)
    await opening
    await act(() => vi.advanceTimersByTimeAsync(startCheckMs))
    return widget
  }

  test.each([
    ['a guest', guestPass, { [checkPath]: gone }],
    ['an account', accountPass, { [accessPath]: noAccess }],
  ])('locks the chat of %s whose pass is over', async (_, pass, replies) => {
    fakeServer({ ...served, ...replies })
    const widget = await openAndWait(pass)
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(toastText()).toBe(over)
  })

  test.each([
    ['a guest whose pass waits', guestPass, { [checkPath]: unused }],
    ['a guest whose pass cannot be checked', guestPass, { [checkPath]: 'unreachable' as const }],
    ['an account whose access cannot be read', accountPass, { [accessPath]: 'unreachable' as const }],
    ['an account whose pass waits', accountPass, { [accessPath]: withPass }],
    ['an account with a subscription now', accountPass, { [accessPath]: subscribed }],
  ])('keeps the chat of %s', async (_, pass, replies) => {
    const seen = fakeServer({ ...served, ...replies })
    const widget = await openAndWait(pass)
    expect(seen.map(({ path }) => path)).toContain(Object.keys(replies)[0])
    expect(widget.setLocked).not.toHaveBeenCalled()
    expect(toastText()).toBe('')
  })
})
