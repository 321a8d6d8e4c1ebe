// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { offerGuestKey } from '#web/lib/guest-key.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { refreshGuestPass, retryMs } from '../guest-pass.ts'
import LiveChatPage from '../pages/live-chat-page.tsx'

inFreshBrowser(() => {
  forgetToast()
  offerGuestKey(undefined)
})
beforeEach(async () => {
  await refreshGuestPass() // resets the state: this browser has no key
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

const path = '/functions/check-guest-access'
const storedKey = () => localStorage.getItem('guest_key')
/** Reports other minutes for each pass, so that the page shows which one it uses. */
const bothActive = (body: unknown) => ({
  body: { active: true, minutes: JSON.stringify(body).includes('from-link') ? 60 : 30 },
})

/** Opens the page by the link of another pass, in a browser that has one. */
const open = (reply: Parameters<typeof fakeServer>[0][string] = bothActive) => {
  localStorage.setItem('guest_key', 'mine')
  offerGuestKey('from-link')
  const seen = fakeServer({ [path]: reply })
  showPage('/livechat', <LiveChatPage />)
  return seen
}
const dialog = () => screen.findByRole('dialog', { name: 'Use the other live chat pass?' })
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }))

describe('a link of another pass than the usable one in this browser', () => {
  test('replaces nothing before the visitor has chosen', async () => {
    open()
    await dialog()
    expect(storedKey()).toBe('mine')
    expect(screen.queryByText('Guest Access')).toBeNull()
  })

  test('is used when the visitor chooses it', async () => {
    open()
    await press('Use the other pass')
    expect(await screen.findByText(/^60-minute live chat timer available/)).toBeTruthy()
    expect(storedKey()).toBe('from-link')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each(['Keep this browser’s pass', 'Close'])('leaves the pass at the button “%s”', async (name) => {
    open()
    await press(name)
    expect(await screen.findByText(/^30-minute live chat timer available/)).toBeTruthy()
    expect(storedKey()).toBe('mine')
  })

  test('leaves the pass when the visitor leaves the page without a choice', async () => {
    open()
    await dialog()
    cleanup()
    showPage('/livechat', <LiveChatPage />)
    expect(await screen.findByText(/^30-minute live chat timer available/)).toBeTruthy()
    expect(storedKey()).toBe('mine')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is not used without a question when the pass in this browser cannot be checked', async () => {
    open([{ body: { active: true } }, 'unreachable', { body: { active: true } }])
    await dialog()
    expect(storedKey()).toBe('mine')
  })

  test('is asked about when a later check succeeds', async () => {
    open(['unreachable', { body: { active: true } }])
    expect(await screen.findByText('Guest Access')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'session_expiry' }))
    })
    await press('Use the other pass')
    await waitFor(() => expect(storedKey()).toBe('from-link'))
  })

  test('is checked again while the page is open, until there is a choice', async () => {
    vi.useFakeTimers()
    const seen = open(['unreachable', { body: { active: true } }])
    const pass = async (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(0)
    expect(toastText()).toBe(
      'We couldn’t check your link yet / We’ll try again while this page is open. You can also open the link again.',
    )
    expect(screen.getByText('Guest Access')).toBeTruthy()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const before = seen.length
    await pass(retryMs)
    expect(seen).toHaveLength(before)
    visibility.mockReturnValue('visible')
    await pass(retryMs)
    expect(screen.getByRole('dialog', { name: 'Use the other live chat pass?' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Keep this browser’s pass' }))
    await pass(0)
    const afterChoice = seen.length
    await pass(retryMs)
    expect(seen).toHaveLength(afterChoice)
  })

  test('is checked again for a subscriber too', async () => {
    vi.useFakeTimers()
    localStorage.setItem('guest_key', 'mine')
    offerGuestKey('from-link')
    signedInAs({ sub: crypto.randomUUID(), lifeSeconds: 7200 })
    fakeServer({
      [path]: ['unreachable', { body: { active: true } }],
      '/functions/get-access': { body: { isSubscribed: true, isAdmin: false, pass: null } },
    })
    showPage('/livechat', <LiveChatPage />)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(retryMs))
    expect(screen.getByRole('dialog', { name: 'Use the other live chat pass?' })).toBeTruthy()
  })

  test('is not used without a question while a subscription gives access', async () => {
    localStorage.setItem('guest_key', 'mine')
    offerGuestKey('from-link')
    signedInAs({ sub: 'subscriber' })
    fakeServer({
      [path]: bothActive,
      '/functions/get-access': { body: { isSubscribed: true, isAdmin: false, pass: null } },
      '/functions/check-subscription': { body: { subscribed: true } },
    })
    showPage('/livechat', <LiveChatPage />)
    await dialog()
    expect(storedKey()).toBe('mine')
    await press('Use the other pass')
    await waitFor(() => expect(storedKey()).toBe('from-link'))
  })
})

describe('a pass just bought in a browser that has a usable one', () => {
  test('is called the new pass in the question, and is used when the visitor chooses it', async () => {
    localStorage.setItem('guest_key', 'mine')
    offerGuestKey('bought', 'payment')
    fakeServer({ [path]: bothActive })
    showPage('/livechat', <LiveChatPage />)
    const question = await screen.findByRole('dialog', { name: 'Use the pass you’ve just bought?' })
    expect(question.textContent).toContain('To use the other one later, open the link in its email.')
    await userEvent.click(within(question).getByRole('button', { name: 'Use the new pass' }))
    await waitFor(() => expect(storedKey()).toBe('bought'))
  })
})
