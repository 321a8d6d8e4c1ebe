// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import { openChat, recheckPass } from '../chat-session.ts'
import { fakeWidget } from '../testing/fake-widget.ts'
import { inBrowserWithoutChat, visitor } from '../testing/in-browser-without-chat.ts'
import { accountPass, guestPass } from '../testing/waiting-pass.ts'
import LiveChatPage from './live-chat-page.tsx'

inBrowserWithoutChat()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') }))

const show = () => showPage('/livechat', <LiveChatPage />)

/** Shows the page to a guest whose key has no access for a reason. */
const showGuest = (reversal: string) => {
  localStorage.setItem('guest_key', 'key-1')
  fakeServer({ '/functions/check-guest-access': { body: { active: false, reversal } } })
  show()
}

const disputeTitle = 'The payment for your pass is disputed'
const usable = { active: true, use_by: '2026-12-20T10:00:00Z' }
const disputedAccount = {
  isSubscribed: false,
  hasOneTimeAccess: false,
  isAdmin: false,
  pass: null,
  passDisputed: true,
}
const offer = () => screen.queryByRole('button', { name: 'Buy one-time access' })

describe('/livechat with a pass whose payment was reversed', () => {
  test.each([
    ['disputed', disputeTitle, /If the payment was correct, ask your bank to withdraw the dispute/],
    ['refunded', 'Your pass was refunded', /you can’t use the pass any more/],
    ['dispute_lost', 'Your bank has returned your payment', /you can’t use the pass any more/],
  ])('tells a guest what happened and offers another pass: %s', async (reversal, title, text) => {
    showGuest(reversal)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(offer()).toBeTruthy()
    expect(localStorage.getItem('guest_key')).toBeNull()
  })

  test('repeats it to a guest, whose key was deleted, until it is dismissed or a pass gives access', async () => {
    showGuest('disputed')
    await screen.findByText(disputeTitle)
    cleanup()
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(disputeTitle)).toBeNull()
    cleanup()
    showGuest('disputed')
    await screen.findByText(disputeTitle)
    cleanup()
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({ '/functions/check-guest-access': { body: usable } })
    show()
    expect(await screen.findByText('Guest Access')).toBeTruthy()
    expect(localStorage.getItem('expired_pass')).toBeNull()
  })

  test('uses a disputed pass again after another one that was bought in the meantime', async () => {
    showGuest('disputed')
    await screen.findByText(disputeTitle)
    cleanup()
    localStorage.setItem('guest_key', 'key-2')
    fakeServer({ '/functions/check-guest-access': { body: usable } })
    show()
    expect(await screen.findByText('Guest Access')).toBeTruthy()
    expect(screen.queryByText(disputeTitle)).toBeNull()
    cleanup()
    const replyTo = (body: unknown) =>
      JSON.stringify(body).includes('key-1') ? { body: usable } : { body: { active: false } }
    fakeServer({ '/functions/check-guest-access': replyTo })
    show()
    await vi.waitFor(() => expect(localStorage.getItem('guest_key')).toBeNull())
    cleanup()
    show()
    expect(await screen.findByText('Guest Access')).toBeTruthy()
    expect(localStorage.getItem('guest_key')).toBe('key-1')
  })

  test.each([
    ['uses the pass again once it is won', usable, 'Guest Access'],
    [
      'says that it is lost',
      { active: false, reversal: 'dispute_lost' },
      'Your bank has returned your payment',
    ],
    ['no longer explains a pass that is over', { active: false }, 'One-time chat pass'],
  ])('checks a disputed pass again on the next visit, and %s', async (_result, body, shown) => {
    showGuest('disputed')
    await screen.findByText(disputeTitle)
    cleanup()
    const seen = fakeServer({ '/functions/check-guest-access': { body } })
    show()
    await vi.waitFor(() => expect(screen.queryByText(disputeTitle)).toBeNull())
    expect(await screen.findByText(shown)).toBeTruthy()
    expect(seen[0]?.body).toEqual({ guest_key: 'key-1' })
    expect(localStorage.getItem('guest_key')).toBe(body.active ? 'key-1' : null)
  })

  test('keeps explaining a dispute that cannot be checked again', async () => {
    showGuest('disputed')
    await screen.findByText(disputeTitle)
    cleanup()
    const seen = fakeServer({ '/functions/check-guest-access': 'unreachable' })
    show()
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    expect(await screen.findByText(disputeTitle)).toBeTruthy()
  })

  test('tells a guest that a part of the minutes is disputed', async () => {
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({
      '/functions/check-guest-access': { body: { ...usable, minutes: 30, disputed_minutes: 30 } },
    })
    show()
    expect(await screen.findByText(/^30-minute live chat timer available/)).toBeTruthy()
    expect(screen.getByText(/You can’t use 30 more minutes while their payment is disputed\.$/)).toBeTruthy()
  })

  test('tells the holder of an account that the payment for a pass is disputed', async () => {
    fakeServer({
      '/functions/get-access': { body: disputedAccount },
      '/functions/check-subscription': { body: { subscribed: false } },
    })
    signedInAs({ sub: 'holder' })
    show()
    expect(await screen.findByText(disputeTitle)).toBeTruthy()
    expect(screen.getByText('You can’t use your pass while its payment is disputed.')).toBeTruthy()
    expect(offer()).toBeTruthy()
    // It is shown as long as the dispute is open.
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  })
})

describe('a chat whose pass is reversed', () => {
  const signed = { '/functions/sign-chat-visitor': { body: visitor } }

  test.each([
    ['disputed', 'You can’t use your pass while its payment is disputed.'],
    ['refunded', 'Your pass was refunded.'],
    ['dispute_lost', 'Your bank has returned your payment.'],
  ])('tells a guest why it ends: %s', async (reversal, reason) => {
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({ ...signed, '/functions/check-guest-access': { body: { active: false, reversal } } })
    await act(() => openChat(guestPass, async () => fakeWidget().widget))
    await recheckPass(guestPass)
    expect(toastText()).toBe(`Your session is over / ${reason}`)
  })

  test('tells the holder of an account that its payment is disputed', async () => {
    signedInAs({ sub: 'chatting holder' })
    const pass = { state: 'waiting', endsAt: null, useBy: '2026-12-20T10:00:00Z', minutes: 30 }
    const holder = { ...disputedAccount, hasOneTimeAccess: true, pass, passDisputed: false }
    fakeServer({
      ...signed,
      '/functions/get-access': [{ body: holder }, { body: disputedAccount }],
      '/functions/check-subscription': { body: { subscribed: false } },
    })
    show()
    await screen.findByText('Profile Access Active')
    await act(() => openChat(accountPass, async () => fakeWidget().widget))
    await recheckPass(accountPass)
    expect(toastText()).toBe('Your session is over / You can’t use your pass while its payment is disputed.')
  })
})
