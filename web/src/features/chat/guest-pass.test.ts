// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { offeredGuestKey, offerGuestKey } from '#web/lib/guest-key.ts'
import { fakeLocks } from '#web/lib/testing/fake-locks.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { refreshGuestPass } from './guest-pass.ts'
import { changeSession, idle, session } from './session-state.ts'

inFreshBrowser(() => {
  forgetToast()
  session.set(idle)
  localStorage.setItem('guest_key', 'mine')
  offerGuestKey('from-link')
})

const path = '/functions/check-guest-access'
const active = { body: { active: true } }
const ended = { body: { active: false } }

describe('refreshGuestPass with the key of an emailed link', () => {
  test('replaces the key of a pass that has ended when the new key gives access', async () => {
    localStorage.setItem('session_expiry', '2026-11-20T11:30:00Z')
    const seen = fakeServer({ [path]: [active, ended, active] })
    const pass = await Promise.all([refreshGuestPass(), refreshGuestPass()])
    expect(pass[0]).toMatchObject({ state: 'active', key: 'from-link' })
    expect(localStorage.getItem('guest_key')).toBe('from-link')
    expect(localStorage.getItem('session_expiry')).toBeNull()
    expect(seen[0]?.body).toEqual({ guest_key: 'from-link' })
    expect(offeredGuestKey()).toBeUndefined()
  })

  test.each([
    [
      'link' as const,
      ended,
      'This link was not used / The live chat pass in this link has ended. The pass in this browser hasn’t changed.',
    ],
    [
      'link' as const,
      'unreachable' as const,
      'We couldn’t check your link yet / We’ll try again while this page is open. You can also open the link again.',
    ],
    [
      'payment' as const,
      ended,
      'Your new pass has ended / The live chat pass from this payment has ended. The pass in this browser hasn’t changed.',
    ],
    [
      'payment' as const,
      'unreachable' as const,
      'We couldn’t check your new pass yet / We’ll try again while this page is open. You can also open the link in its email.',
    ],
  ])('keeps the stored key when the check of the key of a %s gives %j', async (source, reply, text) => {
    offerGuestKey('new', source)
    fakeServer({ [path]: [reply, active] })
    expect(await refreshGuestPass()).toMatchObject({ state: 'active', key: 'mine' })
    expect(localStorage.getItem('guest_key')).toBe('mine')
    expect(toastText()).toBe(text)
  })

  test('checks the new key again after a failed check, and reports the failure only once', async () => {
    const tooMany = { status: 429, body: { error: { code: 'rate_limited', message: 'Please wait.' } } }
    offerGuestKey('new', 'payment')
    fakeServer({ [path]: [tooMany, active, active, tooMany, active, active, active, ended, active] })
    expect(await refreshGuestPass()).toMatchObject({ state: 'active', key: 'mine' })
    forgetToast()
    expect(await refreshGuestPass()).toMatchObject({ state: 'active', key: 'mine' })
    expect(toastText()).toBe('')
    expect(await refreshGuestPass()).toMatchObject({ state: 'active', key: 'new' })
    expect(offeredGuestKey()).toBeUndefined()
  })

  test('stores a key that could not be checked in place of the key of an ended pass', async () => {
    offerGuestKey('not checked', 'payment')
    fakeServer({ [path]: ['unreachable', ended, 'unreachable', active] })
    expect(await refreshGuestPass()).toEqual({ state: 'unknown', key: 'not checked' })
    expect(toastText()).toBe('')
    expect(await refreshGuestPass()).toMatchObject({ state: 'active', key: 'not checked' })
  })

  test('asks nothing while no page shows the question', async () => {
    fakeServer({ [path]: active })
    expect(await refreshGuestPass()).toMatchObject({ state: 'active', key: 'mine' })
    expect(offeredGuestKey()).toMatchObject({ key: 'from-link' })
  })
})

describe('refreshGuestPass with an ended pass', () => {
  const rememberChat = () => {
    offerGuestKey(undefined)
    localStorage.setItem('cw_conversation', 'a-token')
    localStorage.setItem('chat_visitor', 'a-visitor')
  }

  test('deletes what the chat has stored in this browser', async () => {
    rememberChat()
    fakeServer({ [path]: { body: { active: false } } })
    expect(await refreshGuestPass()).toEqual({ state: 'none' })
    expect(localStorage.length).toBe(0)
  })

  test('deletes it on the next page when the chat was still shown at the end of the pass', async () => {
    rememberChat()
    changeSession({ phase: 'ready', isOver: true })
    fakeServer({ [path]: { body: { active: false } } })
    await refreshGuestPass()
    expect(localStorage.getItem('cw_conversation')).toBe('a-token')
    session.set(idle)
    await refreshGuestPass()
    expect(localStorage.length).toBe(0)
  })

  test('keeps the chat of a signed-in user, whose access may not have been checked', async () => {
    signedInAs()
    rememberChat()
    localStorage.removeItem('guest_key')
    expect(await refreshGuestPass()).toEqual({ state: 'none' })
    expect(localStorage.getItem('cw_conversation')).toBe('a-token')
  })

  test.each([active, 'unreachable' as const])('keeps it when the check gives %j', async (reply) => {
    rememberChat()
    fakeServer({ [path]: reply })
    await refreshGuestPass()
    expect(localStorage.getItem('cw_conversation')).toBe('a-token')
  })
})

describe('refreshGuestPass with an ended pass, in a tab beside the one with the chat', () => {
  /** Loads the modules again, as another tab does. Both tabs share the browser's storage and locks. */
  const openTab = async () => {
    vi.resetModules()
    return { ...(await import('./guest-pass.ts')), chat: await import('./session-state.ts') }
  }
  const chatIsStored = () => localStorage.getItem('cw_conversation') !== null
  /** Checks the pass in a tab, and waits until the browser has granted its locks. */
  const check = async (tab: Awaited<ReturnType<typeof openTab>>) => {
    await tab.refreshGuestPass()
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  }
  const endPass = () => {
    offerGuestKey(undefined)
    localStorage.removeItem('guest_key')
    localStorage.setItem('cw_conversation', 'a-token')
  }

  test('keeps the chat until no tab shows it any more', async () => {
    fakeLocks()
    endPass()
    const [first, second, idleTab] = [await openTab(), await openTab(), await openTab()]
    for (const { chat } of [first, second]) {
      chat.changeSession({ phase: 'opening' })
      chat.changeSession({ phase: 'ready', isOver: true })
    }
    await check(idleTab)
    expect(chatIsStored()).toBe(true)
    first.chat.session.set(first.chat.idle)
    await check(first)
    expect(chatIsStored()).toBe(true)
    second.chat.session.set(second.chat.idle)
    await check(idleTab)
    await check(idleTab)
    expect(chatIsStored()).toBe(false)
  })

  test('keeps a chat that was opened while the browser was granting the lock', async () => {
    fakeLocks()
    endPass()
    const tab = await openTab()
    const checking = tab.refreshGuestPass()
    tab.chat.changeSession({ phase: 'opening' })
    await checking
    await check(tab)
    expect(chatIsStored()).toBe(true)
  })

  test('deletes the chat where the browser rejects locks', async () => {
    const request = async () => Promise.reject(new Error('Locks are not allowed in this context'))
    vi.stubGlobal('navigator', { locks: { request }, onLine: true })
    endPass()
    const tab = await openTab()
    tab.chat.changeSession({ phase: 'ready', isOver: true })
    await check(tab)
    expect(chatIsStored()).toBe(true)
    tab.chat.session.set(tab.chat.idle)
    await check(tab)
    expect(chatIsStored()).toBe(false)
  })
})
