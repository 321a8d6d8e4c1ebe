// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { offeredGuestKey, offerGuestKey } from '#web/lib/guest-key.ts'
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

describe('refreshGuestPass with the key of a receipt link', () => {
  test('replaces the stored key when the new key gives access', async () => {
    localStorage.setItem('session_expiry', '2026-11-20T11:30:00Z')
    const seen = fakeServer({ [path]: active })
    const pass = await Promise.all([refreshGuestPass(), refreshGuestPass()])
    expect(pass[0]).toMatchObject({ state: 'active', key: 'from-link' })
    expect(localStorage.getItem('guest_key')).toBe('from-link')
    expect(localStorage.getItem('session_expiry')).toBeNull()
    expect(seen[0]?.body).toEqual({ guest_key: 'from-link' })
    expect(offeredGuestKey()).toBeUndefined()
  })

  test.each([
    [
      { body: { active: false } },
      'This link was not used / The live chat pass in this link has ended. The pass in this browser hasn’t changed.',
    ],
    [
      'unreachable' as const,
      'This link was not used / We couldn’t check the live chat pass in this link. Please open the link again in a moment.',
    ],
  ])('keeps the stored key when the check of the new key gives %j', async (reply, text) => {
    fakeServer({ [path]: [reply, active] })
    expect(await refreshGuestPass()).toMatchObject({ state: 'active', key: 'mine' })
    expect(localStorage.getItem('guest_key')).toBe('mine')
    expect(toastText()).toBe(text)
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

  test('keeps that of a signed-in user, whose access may not have been checked', async () => {
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
