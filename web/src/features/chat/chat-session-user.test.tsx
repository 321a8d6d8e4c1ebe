// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { rereadAccess } from '#web/lib/access.ts'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { requestPassCheck, useFollowedPass } from '#web/lib/running-pass.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import type { ChatAccess } from './chat-access.ts'
import { endChat, openChat, schedulePassEnd } from './chat-session.ts'
import { idle, session } from './session-state.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { changeUserInAnotherTab } from './testing/another-tab.ts'
import { fakeWidget } from './testing/fake-widget.ts'
import { accountPass, guestPass as guest } from './testing/waiting-pass.ts'

inFreshBrowser(forgetToast)
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await endChat()
  schedulePassEnd(undefined)
})

const member: ChatAccess = {
  kind: 'member',
  as: 'subscriber',
  cancelling: false,
  withoutRenewal: false,
  endsAt: null,
}

const visitorWithId = (id: string) => ({
  id,
  name: 'Robin Fernhollow',
  email: `${id}@agents.example`,
  idSignature: '0',
})

/** Opens the chat as the user `first`, whose signed identity arrives only when the test calls `release`. */
const openSlowly = (access: ChatAccess = member) => {
  signedInAs({ sub: 'first' })
  const { promise, resolve: release } = deferred<{ body: unknown }>()
  const seen = fakeServer({
    '/functions/sign-chat-visitor': [promise, { body: visitorWithId('second') }],
    '/functions/one-time-session-event': { body: {} },
  })
  const fake = fakeWidget()
  const opening = openChat(access, async () => fake.widget)
  const signed = async () => {
    release({ body: visitorWithId('first') })
    await opening
  }
  return { ...fake, seen, opening, signed }
}

describe('chat session whose user changes while the chat opens', () => {
  test.each([undefined, 'second'])(
    'does not open as a user who has signed out; signed in now: %s',
    async (sub) => {
      const { widget, signed, seen } = openSlowly()
      await vi.waitFor(() => expect(seen).toHaveLength(1))
      changeUserInAnotherTab(sub)()
      await signed()
      expect(widget.identify).not.toHaveBeenCalled()
      expect(widget.open).not.toHaveBeenCalled()
      expect(session.get()).toEqual(idle)
    },
  )

  test('does not open as a user whose sign-out has not been reported to this tab yet', async () => {
    const { widget, signed, seen } = openSlowly()
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    changeUserInAnotherTab('second')
    await signed()
    expect(widget.identify).not.toHaveBeenCalled()
    expect(session.get()).toEqual(idle)
  })

  test.each([undefined, 'second'])(
    'asks for no identity if the user changes while the code is loading; signed in then: %s',
    async (sub) => {
      signedInAs({ sub: 'first' })
      const seen = fakeServer({})
      const { widget } = fakeWidget()
      await openChat(member, async () => {
        changeUserInAnotherTab(sub)()
        return widget
      })
      expect(seen).toEqual([])
      expect(widget.identify).not.toHaveBeenCalled()
      expect(session.get()).toEqual(idle)
    },
  )

  test('keeps the chat that the next user has opened in the meantime', async () => {
    const { widget, signed, seen } = openSlowly()
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    changeUserInAnotherTab('second')()
    await openChat(member, async () => widget)
    await signed()
    expect(widget.identify).toHaveBeenCalledExactlyOnceWith(visitorWithId('second'), 'second')
    expect(widget.open).toHaveBeenCalledOnce()
    expect(widget.clear).not.toHaveBeenCalledAfter(widget.identify)
    expect(session.get().phase).toBe('ready')
  })

  test.each(['identify', 'load'] as const)(
    'clears the chat if the user signs out during: %s',
    async (step) => {
      const { promise, resolve: release } = deferred<undefined>()
      const { widget, signed } = openSlowly()
      widget[step].mockReturnValue(promise)
      widget.clear.mockClear()
      const done = signed()
      await vi.waitFor(() => expect(widget[step]).toHaveBeenCalledOnce())
      changeUserInAnotherTab()()
      release(undefined)
      await done
      expect(widget.open).not.toHaveBeenCalled()
      expect(widget.clear).toHaveBeenCalledOnce()
      expect(session.get()).toEqual(idle)
    },
  )

  test('shows no error to the next user when the opening fails', async () => {
    const { widget, signed } = openSlowly()
    const { promise, resolve: release } = deferred<undefined>()
    widget.load.mockImplementation(async () => {
      await promise
      throw new Error('The chat was cleared.')
    })
    const done = signed()
    await vi.waitFor(() => expect(widget.load).toHaveBeenCalledOnce())
    changeUserInAnotherTab('second')()
    release(undefined)
    await done
    expect(session.get()).toEqual(idle)
  })

  test('does not open for the earlier key of a guest', async () => {
    localStorage.setItem(storageKeys.guestKey, 'key-1')
    const { widget, signed, seen } = openSlowly(guest)
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    localStorage.setItem(storageKeys.guestKey, 'key-2')
    await signed()
    expect(widget.identify).not.toHaveBeenCalled()
    expect(session.get()).toEqual(idle)
  })
})

test('a reply to the earlier user is not reported for the pass of the next user', async () => {
  const { signed, fire, seen } = openSlowly(accountPass)
  await signed()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fire('adviserReplied')
  changeUserInAnotherTab('second')()
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  // A report would have been sent before this call.
  await rereadAccess()
  const paths = seen.map(({ path }) => path)
  expect(paths).toEqual(['/functions/sign-chat-visitor', '/functions/get-access'])
})

describe('running pass whose user changes', () => {
  const endsAt = '2026-11-20T11:30:00Z'
  const noPass = { body: { pass: null } }

  /** Schedules the end of a pass in 30 minutes, as the user `first`. Returns the running pass. */
  const schedule = (guestKey: string | undefined) => {
    vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z') })
    signedInAs({ sub: 'first', lifeSeconds: 7200 })
    const { result } = renderHook(useFollowedPass)
    act(() => schedulePassEnd({ guestKey, endsAt }))
    expect(result.current).toEqual({ guestKey, endsAt })
    return result
  }

  test.each([undefined, 'second'])(
    'ends with the session of its account; signed in next: %s',
    async (sub) => {
      const seen = fakeServer({ '/functions/get-access': noPass })
      const running = schedule(undefined)
      act(changeUserInAnotherTab(sub))
      expect(running.current).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(31 * 60_000))
      expect(seen).toEqual([])
      expect(toastText()).toBe('')
    },
  )

  test('continues when the account renews its session', () => {
    const running = schedule(undefined)
    act(changeUserInAnotherTab('first'))
    expect(running.current).toEqual({ guestKey: undefined, endsAt })
  })

  test('continues for a guest', () => {
    const running = schedule('key-1')
    act(changeUserInAnotherTab('second'))
    expect(running.current).toEqual({ guestKey: 'key-1', endsAt })
  })

  test('shows no end to the next user if the user changes during the last check', async () => {
    const { promise, resolve: release } = deferred<{ body: unknown }>()
    const seen = fakeServer({ '/functions/get-access': promise })
    const running = schedule(undefined)
    // A hidden tab makes no other check than the last.
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(30 * 60_000 + 2000))
    expect(seen).toHaveLength(1)
    act(changeUserInAnotherTab('second'))
    release({ body: { pass: { endsAt: '2026-11-20T12:00:00Z' } } })
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(running.current).toBeNull()
    expect(toastText()).toBe('')
  })

  test('is not shown to the next user if the user changes during the check of its start', async () => {
    const { promise, resolve: release } = deferred<{ body: unknown }>()
    const { signed, fire, widget } = openSlowly(accountPass)
    await signed()
    const { result } = renderHook(useFollowedPass)
    const seen = fakeServer({
      '/functions/sign-chat-visitor': { body: visitorWithId('second') },
      '/functions/one-time-session-event': { body: {} },
      '/functions/get-access': promise,
    })
    fire('adviserReplied')
    await vi.waitFor(() => expect(seen.map(({ path }) => path)).toContain('/functions/get-access'))
    act(changeUserInAnotherTab('second'))
    await openChat(accountPass, async () => widget)
    release({ body: { pass: { endsAt } } })
    await afterCalls()
    expect(result.current).toBeNull()
  })

  test('of the next user is not ended by a check of the earlier user’s pass', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
    const { promise, resolve: release } = deferred<{ body: unknown }>()
    const { signed } = openSlowly(accountPass)
    await signed()
    const { result } = renderHook(useFollowedPass)
    const seen = fakeServer({ '/functions/get-access': promise })
    requestPassCheck()
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    act(changeUserInAnotherTab('second'))
    act(() => schedulePassEnd({ guestKey: undefined, endsAt }))
    release(noPass)
    await afterCalls()
    expect(result.current).toEqual({ guestKey: undefined, endsAt })
  })
})

describe('a conversation whose user signs out', () => {
  const converse = async () => {
    const { signed, fire } = openSlowly()
    await signed()
    fire('started')
    expect(session.get().inConversation).toBe(true)
  }

  test('ends with a toast that says why the chat window is gone', async () => {
    await converse()
    changeUserInAnotherTab()()
    expect(session.get()).toEqual(idle)
    await vi.waitFor(() =>
      expect(toastText()).toBe(
        'You’ve been signed out / Your chat was closed. Please sign in again to write to an adviser.',
      ),
    )
  })

  test.each([
    ['another user has signed in', () => changeUserInAnotherTab('second')()],
    ['the page is being left', () => window.dispatchEvent(new Event('beforeunload'))],
  ])('ends without a toast if %s', async (_case, happen) => {
    await converse()
    vi.useFakeTimers()
    changeUserInAnotherTab()()
    happen()
    await vi.advanceTimersByTimeAsync(1000)
    expect(toastText()).toBe('')
    window.dispatchEvent(new Event('pageshow'))
  })
})
